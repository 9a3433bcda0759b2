/** Words of the widgets round the prompts. */
export const widgetLabels = {
  loading: "Looking for what waits for you…",
  /** Of an element without the attribute it lives by. */
  missingId: (attribute: string): string => `This widget shows nothing: it has no ${attribute}.`,
  noRequest: "There is no such request here. It may belong to another browser, or its run was removed.",
  /** When the place of the Requests cannot be opened. */
  noPlace: "What waits for you cannot be shown.",
  disconnected: "The connection is down. What you see may be old; it is tried again by itself.",
  /** When a listener of the page cancelled the event. */
  held: "This page held your answer back. Nothing was sent.",
  conversationElsewhere: "The conversation is kept elsewhere. What it asks is shown here.",
};

/** Words of the widgets round the prompts. */
export type WidgetLabels = typeof widgetLabels;
