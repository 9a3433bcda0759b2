import { act, cleanup, render, screen } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { germanLabels } from "../labels/de.ts";
import { expectAccessible } from "./check-accessible.fixture.ts";
import { HoldpointComponents } from "./holdpoint-components.tsx";
import { lazyPart } from "./lazy-part.tsx";
import "./theme.css";

afterEach(cleanup);

const Words = ({ words }: { words: string }): ReactNode => <p>{words}</p>;

/** A part whose code comes, or does not, when the test says so. */
function partOnItsWay() {
  const loads: { come: () => void; fail: () => void }[] = [];
  const load = vi.fn(
    () =>
      new Promise<typeof Words>((resolve, reject) => {
        loads.push({ come: () => resolve(Words), fail: () => reject(new TypeError("Failed to fetch")) });
      }),
  );
  const settle = (how: "come" | "fail"): Promise<void> => act(async () => loads.at(-1)?.[how]());
  return { Part: lazyPart(load), load, settle };
}

describe("a part whose code is loaded on demand", () => {
  it("keeps its place and says that it is on its way, then is there, loaded once for all", async () => {
    const { Part, load, settle } = partOnItsWay();
    const { container } = render(
      <StrictMode>
        <Part words="one" />
        <Part words="two" />
      </StrictMode>,
    );
    const waits = screen.getAllByRole("status");
    expect(waits.map(({ textContent }) => textContent)).toEqual(["Loading…", "Loading…"]);
    expect(waits[0]?.getBoundingClientRect().height).toBeGreaterThanOrEqual(80);
    await expectAccessible(container, false);
    await settle("come");
    expect(container.textContent).toBe("onetwo");
    expect(load).toHaveBeenCalledOnce();
  });

  it("is there at once when it was loaded before", async () => {
    const { Part, settle } = partOnItsWay();
    const loading = Part.load();
    await settle("come");
    await loading;
    expect(render(<Part words="here" />).container.textContent).toBe("here");
  });

  it("says in plain words that it did not come, and is loaded when tried again, the focus near", async () => {
    const { Part, load, settle } = partOnItsWay();
    const { container } = render(
      <section tabIndex={-1} aria-label="Around">
        <Part words="here" />
      </section>,
    );
    await settle("fail");
    expect(screen.getByRole("alert").dataset.code).toBe("code-missing");
    expect(screen.getByRole("alert").textContent).toContain("Nothing is lost");
    await expectAccessible(container);
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    expect(load).toHaveBeenCalledTimes(2);
    await settle("fail");
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    await settle("come");
    expect(container.textContent).toBe("here");
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Around" }));
  });

  it("is tried again by whoever needs it next", async () => {
    const { Part, settle } = partOnItsWay();
    const first = render(<Part words="here" />);
    await settle("fail");
    first.unmount();
    const { container } = render(<Part words="here" />);
    await settle("come");
    expect(container.textContent).toBe("here");
  });

  it("takes a server's page over as it was drawn there, also when the code is here already", async () => {
    const { Part, settle } = partOnItsWay();
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = renderToString(<Part words="here" />);
    expect(container.textContent).toBe("Loading…");
    const loading = Part.load();
    await settle("come");
    await loading;
    const said: unknown[] = [];
    const root = await act(async () =>
      hydrateRoot(container, <Part words="here" />, { onRecoverableError: (error) => said.push(error) }),
    );
    expect(container.textContent).toBe("here");
    expect(said).toEqual([]);
    await act(async () => root.unmount());
    container.remove();
  });

  it("speaks German", async () => {
    const { Part, settle } = partOnItsWay();
    const { container } = render(
      <HoldpointComponents labels={germanLabels}>
        <Part words="da" />
      </HoldpointComponents>,
    );
    expect(container.textContent).toBe("Wird geladen …");
    await settle("fail");
    expect(screen.getByRole("button", { name: "Noch einmal versuchen" })).toBeTruthy();
  });
});
