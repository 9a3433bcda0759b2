import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { returnAuthorization, takeAuthorizationReturn } from "../../binding/authorization-channel.ts";
import { keepReturn, leaveForSignIn } from "../../binding/authorization-redirect.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { codeIsHere } from "../code-here.fixture.ts";
import { requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

describe("an authorization", () => {
  const url = "https://login.example.com/authorize?client=1&state=abcdefgh12345";

  it("shows the whole address with its host standing out, and opens it where it cannot reach back", async () => {
    const { container } = show(
      requestRecord({ origin: "tool", request: { kind: "authorization", prompt: "Sign in", url } }),
    );
    await codeIsHere(container);
    const link = screen.getByRole("link", { name: "Sign in at login.example.com" });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(container.querySelector(".hp-url")?.textContent).toBe(url);
    expect(container.querySelector(".hp-url__host")?.textContent).toBe("login.example.com");
    await expectAccessible(container);
  });

  it.each(["https://s/in?state=abcdefgh12345", "https://https/?a=https"])("shows %s as it is", async (short) => {
    const { container } = show(requestRecord({ request: { kind: "authorization", prompt: "Sign in", url: short } }));
    await codeIsHere(container);
    expect(container.querySelector(".hp-url")?.textContent).toBe(short);
  });

  it("opens a window of its own in the click, and a plain tab when it is tried again", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    show(requestRecord({ origin: "tool", request: { kind: "authorization", prompt: "Sign in", url } }));
    await userEvent.click(page.getByRole("link", { name: "Sign in at login.example.com" }));
    expect(open).toHaveBeenCalledTimes(1);
    expect(open.mock.calls[0]).toEqual([url, "_blank", expect.stringContaining("popup,noopener,noreferrer")]);
    expect(screen.getByText(/browser may have blocked it/)).toBeTruthy();
    const again = screen.getByRole("link", { name: "Open it again" });
    let prevented: boolean | undefined;
    again.parentElement?.addEventListener("click", (event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    });
    await userEvent.click(page.getByRole("link", { name: "Open it again" }));
    expect([open.mock.calls.length, prevented]).toEqual([1, false]);
    open.mockRestore();
  });

  it.each(["javascript:CANARY()", "https://accounts.google.com@evil.example/", "//evil.example", "http://example.com"])(
    "does not open %s",
    async (bad) => {
      const { container, given } = show(
        requestRecord({ request: { kind: "authorization", prompt: "Sign in", url: bad } }),
      );
      expect(container.querySelector("a")).toBeNull();
      expect(container.textContent).toContain("This address is not opened");
      expect(screen.queryByRole("button", { name: "I have signed in" })).toBeNull();
      await press("Cancel");
      expect(given).toEqual([{ ok: false, reason: "cancelled" }]);
    },
  );

  it("warns of a host that may imitate another", () => {
    const { container } = show(
      requestRecord({ request: { kind: "authorization", prompt: "?", url: "https://аpple.com/" } }),
    );
    expect(container.textContent).toContain("xn--pple-43d.com is written with letters that can look like another name");
  });

  it("goes on by itself when the page it returns to reports back", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    const heard = await returnAuthorization({ state: "abcdefgh12345", ok: true, data: { code: "c1" } });
    expect(heard).toBe(true);
    await vi.waitFor(() => expect(given).toEqual([{ ok: true, data: { code: "c1" } }]));
  });

  it("hears nobody who does not know its state", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    expect(await returnAuthorization({ state: "another-state", ok: true }, 300)).toBe(false);
    const channel = new BroadcastChannel("holdpoint.authorization.abcdefgh12345");
    channel.postMessage({ type: "holdpoint.authorization", state: "other", ok: true });
    channel.postMessage({ type: "holdpoint.authorization", state: "abcdefgh12345", ok: "true" });
    channel.postMessage("ok");
    channel.close();
    expect(given).toEqual([]);
  });

  it("is called off, which is no word about the call", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    await press("Cancel");
    expect(given).toEqual([{ ok: false, reason: "cancelled" }]);
  });

  it("goes on when this tab was sent to sign in and comes back, once", async () => {
    const record = requestRecord({ request: { kind: "authorization", prompt: "?", url } });
    leaveForSignIn("abcdefgh12345", window);
    const back = { state: "abcdefgh12345", ok: true, data: { code: "c1" } };
    expect(keepReturn({ ...back, state: "another-state" })).toBeUndefined();
    expect(keepReturn(back)).toBe(location.href);
    expect(keepReturn(back)).toBeUndefined();
    const first = show(record);
    await vi.waitFor(() => expect(first.given).toEqual([{ ok: true, data: { code: "c1" } }]));
    first.unmount();
    const second = show(record);
    expect(second.given).toEqual([]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("c1");
  });

  it("goes back to no other origin, whatever stands in the storage", () => {
    for (const returnTo of ["https://evil.example/", "//evil.example", "javascript:CANARY()", 7]) {
      sessionStorage.setItem("holdpoint.authorization.abcdefgh12345", JSON.stringify({ returnTo }));
      expect(keepReturn({ state: "abcdefgh12345", ok: true })).toBeUndefined();
    }
  });

  it("takes what came back out of the address", () => {
    const before = location.href;
    const address = new URL(before);
    address.searchParams.set("keep", "1");
    const plain = address.href;
    for (const [name, value] of Object.entries({ code: "c1", state: "abcdefgh12345", iss: "x" })) {
      address.searchParams.set(name, value);
    }
    history.replaceState(null, "", address);
    expect(takeAuthorizationReturn()).toEqual({ state: "abcdefgh12345", ok: true, data: { code: "c1" } });
    expect(location.href).toBe(plain);
    expect(takeAuthorizationReturn()).toBeUndefined();
    history.replaceState(null, "", before);
  });

  it("takes a person's word for it", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    await press("I have signed in");
    expect(given).toEqual([{ ok: true }]);
  });
});
