/** What Trusted Types call a policy, where the browser has them. */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL };
}

const workerUrl = (): URL => new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url);

let makeUrl: (() => URL) | undefined;

/**
 * Starts the worker of pdf.js: a file of this origin, found by the app's bundler. Under
 * `require-trusted-types-for 'script'` its address comes from a policy that gives this one address and no other.
 */
export function createPdfWorker(): Worker {
  makeUrl ??= trustedUrl();
  return new Worker(makeUrl(), { type: "module" });
}

function trustedUrl(): () => URL {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  if (trustedTypes === undefined) return workerUrl;
  const policy = trustedTypes.createPolicy("holdpoint-pdf-worker", { createScriptURL: () => workerUrl().href });
  return () => policy.createScriptURL("");
}
