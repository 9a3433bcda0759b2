/** Words of the page that is embedded in another one. */
export const frameLabels = {
  waiting: "Waiting for the page that embeds this…",
  /** Who embeds it is not on the list. */
  refused: (origin: string): string => `${origin} may not embed this. Nothing can be answered here.`,
  refusedUnknown: "The page around this may not embed it. Nothing can be answered here.",
  unseen: "Something covers this request or makes it see-through. It can be answered once it is fully visible.",
  tooSmall: "There is too little room here to see what is asked. Make the window larger.",
  openWindow: "Open in a window of its own",
  needsWindow: (origin: string): string =>
    `Inside another page the browser keeps ${origin} from its storage. It works in a window of its own.`,
  windowOpened: "It opens in a window of its own. If none appeared, allow windows for this page and press again.",
  /** Where the Requests are, said to the person. */
  modes: {
    store: "The requests are kept in this browser.",
    relay: (origin: string): string => `The requests are kept by ${origin}; your answer goes there.`,
    http: (origin: string): string => `The requests are kept by the server ${origin}.`,
    window: "The requests can be seen in a window of its own only.",
  },
};

/** Words of the page that is embedded in another one. */
export type FrameLabels = typeof frameLabels;
