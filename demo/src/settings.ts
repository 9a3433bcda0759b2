/** Where answers come from, and how. */
export interface Settings {
  /** The model inside the page, or an endpoint of the person's choice. */
  readonly source: "scripted" | "endpoint";
  readonly style: "openai" | "anthropic";
  readonly baseUrl: string;
  readonly model: string;
  /** Lives in this object only: it is never written to any storage, and is gone with the page. */
  readonly apiKey: string;
  /** Milliseconds between two words of the model inside the page. */
  readonly paceMs: number;
  /** Whose thread agents run on. */
  readonly runsIn: "page" | "worker";
}

export const defaultSettings: Settings = {
  source: "scripted",
  style: "openai",
  baseUrl: "",
  model: "",
  apiKey: "",
  paceMs: 25,
  runsIn: "page",
};

const storageKey = "holdpoint-demo-settings";

/** The settings of the last visit, without the key; what cannot be read counts as not set. `?pace=` wins for its visit. */
export function loadSettings(): Settings {
  const kept = { ...defaultSettings, ...readKept() };
  const pace = new URLSearchParams(location.search).get("pace");
  return pace !== null && /^\d+$/.test(pace) ? { ...kept, paceMs: Number(pace) } : kept;
}

/** Keeps the settings for the next visit. The key stays out, and so does whatever an address carries beside its path. */
export function keepSettings({ source, style, baseUrl, model, paceMs, runsIn }: Settings): void {
  try {
    const kept = { source, style, baseUrl: barePath(baseUrl), model, paceMs, runsIn };
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch (error) {
    // A browser without storage: the settings hold for this visit.
    if (!(error instanceof DOMException)) throw error;
  }
}

function readKept(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof value === "object" && value !== null ? knownFields(value) : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return {};
    throw error;
  }
}

function knownFields(value: object): Partial<Settings> {
  const text = (name: string): string | undefined => {
    const found: unknown = Reflect.get(value, name);
    return typeof found === "string" ? found : undefined;
  };
  const paceMs: unknown = Reflect.get(value, "paceMs");
  const baseUrl = text("baseUrl") ?? "";
  return {
    // An endpoint without an address is none.
    source: text("source") === "endpoint" && URL.canParse(baseUrl) ? "endpoint" : "scripted",
    style: text("style") === "anthropic" ? "anthropic" : "openai",
    baseUrl,
    model: text("model") ?? "",
    runsIn: text("runsIn") === "worker" ? "worker" : "page",
    ...(typeof paceMs === "number" && paceMs >= 0 ? { paceMs } : {}),
  };
}

/** Keys like to hide in `?key=` and in `user:password@`. */
function barePath(address: string): string {
  if (!URL.canParse(address)) return "";
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
