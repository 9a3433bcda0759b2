import type { RequestSource } from "@holdpoint/core/request-source";
import { isInForeignFrame } from "@holdpoint/react/components";
import { createRoot } from "react-dom/client";
import { openPlace } from "../place/place.ts";
import { runsOverSource } from "../place/runs-over-source.ts";
import { toldSource } from "../place/told-source.ts";
import { dress } from "../theme/shadow-theme.ts";
import {
  EMBED_VERSION,
  type EmbedLook,
  type EmbedMode,
  type FrameMessage,
  type HelloMessage,
  type HostMessage,
  type ReadyMessage,
  readHello,
  readHostMessage,
} from "./embed-protocol.ts";
import { type EmbedSession, openSession } from "./embed-session.ts";
import { FrameApp, type FrameState } from "./frame-app.tsx";
import { findFramers, readOrigins } from "./framers.ts";
import { createRelaySource, type RelaySource } from "./relay-source.ts";

/** {@link startRequestFrame} */
export interface RequestFrameOptions {
  /** The origins whose pages may embed this one, exactly: `https://shop.example.com`. Others see words only. */
  readonly origins: readonly string[];
  /** A request source over HTTP. @default the database of this origin */
  readonly src?: string;
  /** The name of the database. @default that of `createIdbStore` */
  readonly database?: string;
}

/**
 * Runs the page that `mountRequest` shows in a frame. It shows nothing that can be answered before a page of a listed
 * origin has opened a session. Opened in a window of its own it shows the Request that its address names.
 *
 * @throws TypeError for an origin that is none
 *
 * @example
 * startRequestFrame({ origins: ["https://shop.example.com"] });
 */
export function startRequestFrame({ origins: listed, src, database }: RequestFrameOptions): void {
  const origins = readOrigins(listed);
  const container = document.createElement("div");
  dress(document);
  // The frame is as high as its contents, to the pixel.
  document.body.style.margin = "0";
  document.body.append(container);
  const root = createRoot(container);
  let look: EmbedLook = {};
  let state: FrameState = { kind: "waiting" };
  let session: EmbedSession<FrameMessage> | undefined;
  let relay: RelaySource | undefined;

  function render(): void {
    if (look.theme === undefined) delete document.documentElement.dataset.holdpointTheme;
    else document.documentElement.dataset.holdpointTheme = look.theme;
    root.render(<FrameApp state={state} language={look.lang ?? document.documentElement.lang} />);
  }

  function set(next: FrameState, mode?: EmbedMode): void {
    state = next;
    if (mode !== undefined) session?.send({ type: "mode", mode });
    render();
  }

  function show(mode: "store" | "relay" | "http", holder: string, from: RequestSource, requestId?: string): void {
    const source = toldSource(from, {
      before: () => true,
      after: ({ requestId: id, accepted }) => session?.send({ type: "answered", requestId: id, accepted }),
      heldWords: () => "",
    });
    set({ kind: "shown", mode, holder, source, runs: runsOverSource(source), requestId }, mode);
  }

  async function showOwn(requestId: string | undefined): Promise<void> {
    const place = await openPlace({ src, database });
    if (src !== undefined) return show("http", new URL(src, location.href).origin, place.source, requestId);
    // A frame of another site gets a storage of its own from some browsers, and none from others: only what is found
    // there proves that it is the real one.
    const isOurs = !isInForeignFrame(window) || (await holds(place.source, requestId));
    if (isOurs) show("store", location.origin, place.source, requestId);
    else set({ kind: "window", onOpen: () => session?.send({ type: "open" }) }, "window");
  }

  function begin(hello: HelloMessage, port: MessagePort, host: string): void {
    session?.close();
    const { requestId } = hello;
    look = hello;
    session = openSession<FrameMessage, HostMessage>(port, hello.nonce, readHostMessage, (message) => {
      switch (message.type) {
        case "look":
          look = message;
          render();
          return;
        case "change":
          relay?.onChange();
          return;
        case "reply":
          relay?.onReply(message.id, message.value);
          return;
        case "refusal":
          relay?.onRefusal(message.id, message.code, message.message);
          return;
      }
    });
    tellHeight();
    relay = hello.relay ? createRelaySource((id, call) => session?.send({ type: "call", id, call })) : undefined;
    if (relay === undefined) void showOwn(requestId);
    else show("relay", host, relay, requestId);
  }

  function tellHeight(): void {
    session?.send({ type: "size", height: container.getBoundingClientRect().height });
  }

  render();
  const framers = findFramers(window, origins);
  if (framers.kind === "refused") {
    set(framers);
    return;
  }
  if (framers.kind === "none") {
    void showOwn(requestInAddress());
    return;
  }
  new ResizeObserver(tellHeight).observe(container);
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || !(origins.has(event.origin) || event.origin === location.origin)) return;
    const hello = readHello(event.data);
    const [port] = event.ports;
    if (hello !== undefined && port !== undefined) begin(hello, port, event.origin);
  });
  const ready: ReadyMessage = { holdpoint: "embed", v: EMBED_VERSION, type: "ready" };
  // To each listed origin by name: only a page that has one of them hears it.
  for (const origin of new Set([...origins, location.origin])) window.parent.postMessage(ready, origin);
}

async function holds(source: RequestSource, requestId: string | undefined): Promise<boolean> {
  try {
    if (requestId !== undefined) return (await source.get(requestId)) !== undefined;
    return (await source.list()).length > 0;
  } catch {
    // No storage here at all: what cannot be opened holds nothing, and the person is told where it can be.
    return false;
  }
}

function requestInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("request") ?? undefined;
}
