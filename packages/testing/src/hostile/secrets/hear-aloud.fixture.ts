import { textOf } from "./find-secrets.fixture.ts";

/** The ways by which script tells others something. */
const WAYS = ["BroadcastChannel", "MessagePort", "Worker"] as const;

/** Keeps all that is said from now on in this page or worker: to the console, and to others. The list grows. */
export function hearAloud(): readonly string[] {
  const heard: string[] = [];
  for (const method of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const) {
    console[method] = (...said: unknown[]) => {
      heard.push(`console.${method}: ${said.map((one) => textOf(one)).join(" ")}`);
    };
  }
  const listenTo = (owner: { postMessage(message: unknown, ...more: never[]): void }, name: string): void => {
    const post = owner.postMessage;
    owner.postMessage = function (this: unknown, message: unknown, ...more: never[]) {
      heard.push(`${name}: ${textOf(message)}`);
      post.call(this, message, ...more);
    };
  };
  for (const name of WAYS) if (name in globalThis) listenTo(globalThis[name].prototype, name);
  // A worker speaks to its page by a function of its own; to a window of another site nobody can listen but itself.
  if (!("document" in globalThis)) listenTo(globalThis, "worker");
  addEventListener("message", ({ data }) => heard.push(`message: ${textOf(data)}`));
  return heard;
}
