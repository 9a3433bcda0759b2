import { describe, expect, it, vi } from "vitest";
import { createFrameBatch } from "./frame-batch.ts";

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

describe("createFrameBatch", () => {
  it("joins 2,000 requests into one call, at the next frame", async () => {
    const run = vi.fn();
    const batch = createFrameBatch(run);
    for (let index = 0; index < 2000; index += 1) batch.request();
    expect(run).not.toHaveBeenCalled();
    await frame();
    await frame();
    expect(run).toHaveBeenCalledOnce();
  });

  it("calls again for what was asked meanwhile", async () => {
    const run = vi.fn();
    const batch = createFrameBatch(run);
    batch.request();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    batch.request();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  });

  it("goes on by a timer where no frames come", async () => {
    const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(1);
    const run = vi.fn();
    createFrameBatch(run).request();
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), { timeout: 3000 });
    frames.mockRestore();
  });

  it("forgets what was cancelled", async () => {
    const run = vi.fn();
    const batch = createFrameBatch(run);
    batch.request();
    batch.cancel();
    await frame();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(run).not.toHaveBeenCalled();
  });
});
