import { germanLabels } from "@holdpoint/react/labels/de";
import type { FrameLabels } from "./frame-labels.ts";
import type { WidgetLabels } from "./widget-labels.ts";

/** The widgets' own words in German. */
export const widget: WidgetLabels = {
  loading: "Es wird nachgesehen, was auf Sie wartet …",
  missingId: (attribute) => `Hier ist nichts zu sehen: ${attribute} fehlt.`,
  noRequest:
    "Diese Anfrage gibt es hier nicht. Vielleicht gehört sie zu einem anderen Browser, oder ihr Lauf wurde entfernt.",
  noPlace: "Was auf Sie wartet, kann nicht gezeigt werden.",
  disconnected:
    "Die Verbindung ist unterbrochen. Was Sie sehen, kann veraltet sein; es wird von selbst wieder versucht.",
  held: "Diese Seite hat Ihre Antwort zurückgehalten. Es wurde nichts gesendet.",
  conversationElsewhere: "Das Gespräch liegt anderswo. Was es fragt, steht hier.",
};

/** The words of the embedded frame in German. */
export const frame: FrameLabels = {
  waiting: "Es wird auf die Seite gewartet, die dies einbettet …",
  refused: (origin) => `Die Seite ${origin} darf dies nicht einbetten. Hier kann nichts beantwortet werden.`,
  refusedUnknown: "Die Seite um dies herum darf es nicht einbetten. Hier kann nichts beantwortet werden.",
  unseen: "Etwas verdeckt diese Anfrage oder macht sie durchsichtig. Antworten geht erst, wenn sie ganz zu sehen ist.",
  tooSmall: "Hier ist zu wenig Platz, um zu sehen, was gefragt wird. Machen Sie das Fenster größer.",
  openWindow: "In einem eigenen Fenster öffnen",
  needsWindow: (origin) =>
    `Der Browser lässt ${origin} innerhalb einer anderen Seite nicht an seinen Speicher. In einem eigenen Fenster geht es.`,
  windowOpened:
    "Es öffnet sich in einem eigenen Fenster. Ist keines erschienen, erlauben Sie es dieser Seite und drücken Sie noch einmal.",
  modes: {
    store: "Die Anfragen liegen in diesem Browser.",
    relay: (origin) => `Die Anfragen liegen bei ${origin}; Ihre Antwort geht dorthin.`,
    http: (origin) => `Die Anfragen liegen auf dem Server ${origin}.`,
    window: "Die Anfragen sind nur in einem eigenen Fenster zu sehen.",
  },
};

export { germanLabels };
