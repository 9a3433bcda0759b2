/** The version both sides speak. Others are dropped. */
export const EMBED_VERSION = 1;

/** Where the Requests are, as the frame tells: this browser, the host page, a server, or a window of its own. */
export type EmbedMode = "store" | "relay" | "http" | "window";

/** What can be set from outside while it is shown. */
export interface EmbedLook {
  readonly theme?: "light" | "dark";
  readonly lang?: string;
}

/** The frame is there and listens. The only message that goes without a session. */
export interface ReadyMessage {
  readonly holdpoint: "embed";
  readonly v: typeof EMBED_VERSION;
  readonly type: "ready";
}

/** The host opens a session: a port that only these two have, and a nonce that every message on it carries. */
export interface HelloMessage extends EmbedLook {
  readonly holdpoint: "embed";
  readonly v: typeof EMBED_VERSION;
  readonly type: "hello";
  readonly nonce: string;
  readonly requestId?: string;
  /** The host holds the Requests and answers calls for them. */
  readonly relay: boolean;
}

/** What the frame may ask of the page that holds the Requests. */
export type RelayCall =
  | { readonly method: "list" }
  | { readonly method: "get" | "retract"; readonly requestId: string }
  | { readonly method: "answer"; readonly requestId: string; readonly answer: unknown; readonly digest: string };

/** Frame → host. */
export type FrameMessage =
  | { readonly type: "mode"; readonly mode: EmbedMode }
  | { readonly type: "size"; readonly height: number }
  | { readonly type: "call"; readonly id: number; readonly call: RelayCall }
  | { readonly type: "answered"; readonly requestId: string; readonly accepted: boolean }
  | { readonly type: "open" };

/** Host → frame. */
export type HostMessage =
  | ({ readonly type: "look" } & EmbedLook)
  | { readonly type: "change" }
  | { readonly type: "reply"; readonly id: number; readonly value: unknown }
  | { readonly type: "refusal"; readonly id: number; readonly code: string; readonly message: string };

/** Reads a member that the message itself has: never one of a prototype. */
export function own(message: object, name: string): unknown {
  return Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined;
}

function isOurs(data: unknown, type: "ready" | "hello"): data is object {
  return (
    typeof data === "object" &&
    data !== null &&
    own(data, "holdpoint") === "embed" &&
    own(data, "v") === EMBED_VERSION &&
    own(data, "type") === type
  );
}

/** Whether a window message is a frame's `ready`. */
export function isReady(data: unknown): boolean {
  return isOurs(data, "ready");
}

/** A window message as a host's `hello`; `undefined` when it is none. */
export function readHello(data: unknown): HelloMessage | undefined {
  if (!isOurs(data, "hello")) return undefined;
  const [nonce, requestId, relay] = [own(data, "nonce"), own(data, "requestId"), own(data, "relay")];
  if (typeof nonce !== "string" || !/^[\w-]{16,100}$/.test(nonce) || typeof relay !== "boolean") return undefined;
  if (requestId !== undefined && !isId(requestId)) return undefined;
  return {
    holdpoint: "embed",
    v: EMBED_VERSION,
    type: "hello",
    nonce,
    relay,
    ...(requestId !== undefined && { requestId }),
    ...readLook(data),
  };
}

/** A port message as a frame's; `undefined` when it is none. */
export function readFrameMessage(data: object): FrameMessage | undefined {
  const type = own(data, "type");
  switch (type) {
    case "open":
      return { type };
    case "mode": {
      const mode = own(data, "mode");
      return mode === "store" || mode === "relay" || mode === "http" || mode === "window" ? { type, mode } : undefined;
    }
    case "size": {
      const height = own(data, "height");
      return typeof height === "number" && Number.isFinite(height) && height >= 0 ? { type, height } : undefined;
    }
    case "answered": {
      const [requestId, accepted] = [own(data, "requestId"), own(data, "accepted")];
      return isId(requestId) && typeof accepted === "boolean" ? { type, requestId, accepted } : undefined;
    }
    case "call": {
      const [id, call] = [own(data, "id"), readCall(own(data, "call"))];
      return Number.isSafeInteger(id) && call !== undefined ? { type, id: id as number, call } : undefined;
    }
    default:
      return undefined;
  }
}

/** A port message as a host's; `undefined` when it is none. */
export function readHostMessage(data: object): HostMessage | undefined {
  const [type, id] = [own(data, "type"), own(data, "id")];
  switch (type) {
    case "change":
      return { type };
    case "look":
      return { type, ...readLook(data) };
    case "reply":
      return Number.isSafeInteger(id) ? { type, id: id as number, value: own(data, "value") } : undefined;
    case "refusal": {
      const [code, message] = [own(data, "code"), own(data, "message")];
      const isWhole = Number.isSafeInteger(id) && typeof code === "string" && typeof message === "string";
      return isWhole
        ? { type, id: id as number, code: code.slice(0, 100), message: message.slice(0, 1_000) }
        : undefined;
    }
    default:
      return undefined;
  }
}

function readCall(call: unknown): RelayCall | undefined {
  if (typeof call !== "object" || call === null) return undefined;
  const [method, requestId] = [own(call, "method"), own(call, "requestId")];
  if (method === "list") return { method };
  if (!isId(requestId)) return undefined;
  if (method === "get" || method === "retract") return { method, requestId };
  const digest = own(call, "digest");
  if (method !== "answer" || typeof digest !== "string" || digest.length > 100) return undefined;
  return { method, requestId, answer: own(call, "answer"), digest };
}

function readLook(data: object): EmbedLook {
  const [theme, lang] = [own(data, "theme"), own(data, "lang")];
  return {
    ...((theme === "light" || theme === "dark") && { theme }),
    ...(typeof lang === "string" && /^[a-zA-Z-]{2,20}$/.test(lang) && { lang }),
  };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 500;
}
