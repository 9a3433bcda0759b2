import { render } from "@testing-library/react";
import { version } from "react";
import { version as domVersion } from "react-dom";
import { expect, inject, it } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly reactMajor: string;
  }
}

it("what is tested is the React this project names, in one copy", () => {
  expect([version, domVersion].map((whole) => whole.split(".")[0])).toEqual([
    inject("reactMajor"),
    inject("reactMajor"),
  ]);
  // Two copies would draw nothing: elements of one are no elements to the other.
  expect(render(<p>drawn</p>).container.textContent).toBe("drawn");
});
