import type { RequestSource } from "@holdpoint/core/request-source";
import { describe, expectTypeOf, it } from "vitest";
import type { HoldpointElementEvents, HoldpointInboxElement } from "./index.ts";
import type {} from "./jsx.ts";

declare const source: RequestSource;

describe("the elements in TSX", () => {
  it("take their attributes and properties, and no others", () => {
    <holdpoint-inbox src="/requests" layout="one" theme="dark" source={source} className="mine" lang="de" />;
    <holdpoint-request request-id="req_1" />;
    <holdpoint-run run-id="run_1" />;
    // @ts-expect-error It lives by its id.
    <holdpoint-request />;
    // @ts-expect-error There is no such theme.
    <holdpoint-inbox theme="blue" />;
  });

  it("are known to the DOM, and their events are typed", () => {
    expectTypeOf<HTMLElementTagNameMap["holdpoint-inbox"]>().toEqualTypeOf<HoldpointInboxElement>();
    expectTypeOf<HoldpointElementEvents["holdpoint-answer"]["detail"]["answer"]["ok"]>().toEqualTypeOf<boolean>();
  });
});
