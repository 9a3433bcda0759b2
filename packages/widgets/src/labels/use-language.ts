import type { LabelOverrides } from "@holdpoint/react/components";
import { useEffect, useState } from "react";
import { type FrameLabels, frameLabels } from "./frame-labels.ts";
import { type WidgetLabels, widgetLabels } from "./widget-labels.ts";

/** All words a widget shows. */
export interface Words {
  readonly components: LabelOverrides;
  readonly widget: WidgetLabels;
  readonly frame: FrameLabels;
}

const english: Words = { components: {}, widget: widgetLabels, frame: frameLabels };

/**
 * The words of a language: English, or German, which is loaded when it is asked for.
 *
 * @returns `undefined` while they are loaded, so that nothing is shown in two languages
 */
export function useLanguage(language: string): Words | undefined {
  const wantsGerman = /^de\b/i.test(language);
  const [german, setGerman] = useState<Words>();
  useEffect(() => {
    if (!wantsGerman) return;
    let isOver = false;
    const take = (words: Words): void => {
      if (!isOver) setGerman(words);
    };
    import("./de.ts").then(
      ({ germanLabels, widget, frame }) => take({ components: germanLabels, widget, frame }),
      // English words are better than none.
      () => take(english),
    );
    return () => {
      isOver = true;
    };
  }, [wantsGerman]);
  return wantsGerman ? german : english;
}
