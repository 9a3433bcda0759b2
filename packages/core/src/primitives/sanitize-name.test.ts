import { expect, it } from "vitest";
import { sanitizeName } from "./sanitize-name.ts";

it.each([
  ["plain_-09", "plain_-09"],
  ["my server/tool.v1", "my_server_tool_v1"],
  ["日本", "__"],
  ["😀", "__"],
  ["", ""],
])("every UTF-16 unit outside the alphabet becomes one underscore: %j", (name, clean) => {
  expect(sanitizeName(name)).toBe(clean);
});
