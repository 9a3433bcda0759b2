import { HoldpointError } from "./errors.ts";

const underWay = /* @__PURE__ */ new Set<Promise<unknown>>();

/**
 * Loads a part of this SDK that few pages need, when it is needed. What waits for it has changed nothing yet: a piece
 * of code can be gone from the server after a new deployment.
 *
 * @throws HoldpointError `code-missing`; the same call may succeed later.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  const loading = load();
  underWay.add(loading);
  try {
    return await loading;
  } catch (cause) {
    throw new HoldpointError(
      "code-missing",
      "A part of this page's code could not be loaded. Nothing is lost: check the connection or reload the page, then try again.",
      { cause },
    );
  } finally {
    underWay.delete(loading);
  }
}

/** Something will be needed soon: it is loaded ahead. Where it is not to be had, whoever needs it then says so. */
export function expectCode(loading: Promise<unknown>): void {
  void Promise.allSettled([loading]);
}

/** Settles when what is being loaded now is here, or is not to be had; `undefined` when nothing is. */
export function codeUnderWay(): Promise<unknown> | undefined {
  return underWay.size === 0 ? undefined : Promise.allSettled(underWay);
}
