import { HoldpointError } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import {
  EMBED_VERSION,
  type EmbedLook,
  type EmbedMode,
  type FrameMessage,
  type HelloMessage,
  type HostMessage,
  isReady,
  readFrameMessage,
} from "./embed-protocol.ts";
import { type EmbedSession, openSession } from "./embed-session.ts";
import { refusalOf, serveRelay } from "./serve-relay.ts";

/** {@link mountRequest} */
export interface MountRequestOptions extends EmbedLook {
  /** The hosted page: an address of `startRequestFrame`, absolute or of this page. It must list this page's origin. */
  readonly src: string;
  /** The Request to show. @default all that are open */
  readonly requestId?: string;
  /** The Requests this page holds: the frame then asks this page for them. @default those the hosted page finds */
  readonly source?: RequestSource;
  /** The name of the frame for screen readers. @default "Request for approval" */
  readonly title?: string;
  /** The frame grows with what it shows, up to so many CSS pixels. @default 2000 */
  readonly maxHeight?: number;
  /** Where the Requests turned out to be. */
  readonly onMode?: (mode: EmbedMode) => void;
  /** An Answer was given in the frame. */
  readonly onAnswered?: (answered: { readonly requestId: string; readonly accepted: boolean }) => void;
  /** Why nothing is shown. */
  readonly onProblem?: (problem: HoldpointError) => void;
}

/** An embedded Request. */
export interface MountedRequest {
  readonly frame: HTMLIFrameElement;
  /** How many messages were dropped because they were not of the protocol. */
  readonly dropped: number;
  /** Hands a look in. */
  setLook(look: EmbedLook): void;
  /** Takes the frame away. */
  close(): void;
}

/** Scripts, and an origin of its own to be recognised by; no forms, windows, downloads or navigation of this page. */
const SANDBOX = "allow-scripts allow-same-origin";

/** Nothing of the device. */
const ALLOW = [
  "accelerometer",
  "autoplay",
  "bluetooth",
  "camera",
  "clipboard-read",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "web-share",
]
  .map((feature) => `${feature} 'none'`)
  .join("; ");

/** The frame is heard of this long after it has loaded, in milliseconds, or something is wrong. */
const SILENCE_MS = 10_000;

const MIN_HEIGHT = 60;

/**
 * Shows a Request in a frame of another page, so that this page's script cannot answer in the person's place.
 *
 * @throws HoldpointError `invalid-argument` for an address that is not https
 *
 * @example
 * mountRequest(document.querySelector("#approval"), { src: "https://approve.example.com/frame.html", requestId });
 */
export function mountRequest(element: Element, options: MountRequestOptions): MountedRequest {
  const { requestId, source, maxHeight = 2_000, onMode, onAnswered, onProblem } = options;
  const url = frameAddress(options.src, requestId);
  const view = element.ownerDocument.defaultView ?? window;
  const frame = element.ownerDocument.createElement("iframe");
  frame.setAttribute("sandbox", SANDBOX);
  frame.setAttribute("allow", ALLOW);
  // The frame must know which origin is around it, and nothing more.
  frame.referrerPolicy = "strict-origin";
  frame.title = options.title ?? "Request for approval";
  frame.style.width = "100%";
  frame.style.border = "0";
  frame.style.display = "block";

  let look: EmbedLook = { ...(options.theme && { theme: options.theme }), ...(options.lang && { lang: options.lang }) };
  let session: EmbedSession<HostMessage> | undefined;
  let droppedBefore = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const stopWatching = source?.watch(() => session?.send({ type: "change" }));

  function onMessage(message: FrameMessage): void {
    switch (message.type) {
      case "mode":
        onMode?.(message.mode);
        return;
      case "size":
        frame.style.height = `${Math.min(Math.max(Math.ceil(message.height), MIN_HEIGHT), maxHeight)}px`;
        return;
      case "answered":
        onAnswered?.({ requestId: message.requestId, accepted: message.accepted });
        return;
      case "open":
        // Its own address and no other: whatever the frame has become cannot send the person elsewhere.
        view.open(url.href, "_blank", "popup,noopener,width=560,height=720");
        return;
      case "call":
        void reply(message.id, message.call);
        return;
    }
  }

  async function reply(id: number, call: Parameters<typeof serveRelay>[2]): Promise<void> {
    const asked = session;
    try {
      if (source === undefined) throw new HoldpointError("unsupported", "This page holds no requests.");
      const value = await serveRelay(source, requestId, call);
      asked?.send({ type: "reply", id, value });
    } catch (error) {
      asked?.send({ type: "refusal", id, ...refusalOf(error) });
    }
  }

  function begin(): void {
    endSession();
    clearTimeout(silence);
    const { port1, port2 } = new MessageChannel();
    const nonce = newNonce();
    session = openSession<HostMessage, FrameMessage>(port1, nonce, readFrameMessage, onMessage);
    const hello: HelloMessage = {
      holdpoint: "embed",
      v: EMBED_VERSION,
      type: "hello",
      nonce,
      relay: source !== undefined,
      ...(requestId !== undefined && { requestId }),
      ...look,
    };
    // Never `*`: a frame that has gone elsewhere meanwhile is told nothing.
    frame.contentWindow?.postMessage(hello, url.origin, [port2]);
  }

  function endSession(): void {
    droppedBefore += session?.dropped ?? 0;
    session?.close();
    session = undefined;
  }

  const onWindowMessage = (event: MessageEvent<unknown>): void => {
    if (event.source !== frame.contentWindow || event.source === null) return;
    if (event.origin === url.origin && isReady(event.data)) begin();
    else droppedBefore += 1;
  };
  const onLoad = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (session !== undefined) return;
      onProblem?.(
        new HoldpointError(
          "source-unreachable",
          `The page at ${url.origin} did not answer. It must list ${view.location.origin} among the origins that may embed it.`,
        ),
      );
    }, SILENCE_MS);
  };

  view.addEventListener("message", onWindowMessage);
  frame.addEventListener("load", onLoad);
  frame.src = url.href;
  element.append(frame);

  return {
    frame,
    get dropped() {
      return droppedBefore + (session?.dropped ?? 0);
    },
    setLook(next) {
      look = { ...look, ...next };
      session?.send({ type: "look", ...look });
    },
    close() {
      clearTimeout(silence);
      view.removeEventListener("message", onWindowMessage);
      stopWatching?.();
      endSession();
      frame.remove();
    },
  };
}

/** The id stands behind the `#`, which no server sees: a window of its own shows the same Request. */
function frameAddress(src: string, requestId: string | undefined): URL {
  const url = URL.canParse(src, location.href) ? new URL(src, location.href) : undefined;
  const isLocal = url !== undefined && /^(localhost|.*\.localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(url.hostname);
  const isFine =
    url !== undefined &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLocal)) &&
    url.username === "" &&
    url.password === "";
  if (!isFine) {
    throw new HoldpointError(
      "invalid-argument",
      "mountRequest needs an https: address (or http: of this machine) as `src`.",
    );
  }
  url.hash = requestId === undefined ? "" : `request=${encodeURIComponent(requestId)}`;
  return url;
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
