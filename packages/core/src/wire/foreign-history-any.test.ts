import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../contracts/run.ts";
import { again } from "./histories.fixture.ts";

describe("any history of a style's shapes comes out unchanged", () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const extra = fc.dictionary(fc.constantFrom("name", "cache_control", "x", "metadata"), json, { maxKeys: 2 });
  const text = fc.record({ type: fc.constant("text"), text: fc.string() });
  const withExtra = (block: fc.Arbitrary<object>) => fc.tuple(block, extra).map(([one, more]) => ({ ...more, ...one }));
  const unknown = withExtra(fc.record({ type: fc.constantFrom("video_url", "novel_block") }));
  let calls = 0;

  const openaiBlock = fc.oneof(
    withExtra(text),
    withExtra(
      fc.record({
        type: fc.constant("image_url"),
        image_url: fc.record({ url: fc.constantFrom("data:image/png;base64,AQID", "https://x.test/a") }),
      }),
    ),
    unknown,
  );
  const content = fc.oneof(fc.string(), fc.array(openaiBlock, { minLength: 1, maxLength: 3 }));
  const toolCall = fc
    .tuple(fc.string({ minLength: 1 }), fc.oneof(fc.json(), fc.string()), extra)
    .map(([name, args, more]) => {
      calls += 1;
      return { ...more, id: `c${calls}`, type: "function", function: { name, arguments: args } };
    });
  const openaiMessages = fc.array(
    fc.oneof(
      fc.tuple(content, extra).map(([given, more]) => [{ ...more, role: "user", content: given }]),
      fc.tuple(fc.string()).map(([given]) => [{ role: "system", content: given }]),
      fc
        .tuple(
          fc.option(content),
          fc.array(toolCall, { maxLength: 3 }),
          fc.option(fc.string()),
          fc.array(fc.oneof(fc.string(), fc.array(text, { minLength: 1, maxLength: 2 })), {
            minLength: 3,
            maxLength: 3,
          }),
        )
        .map(([given, tool_calls, reasoning_content, outputs]) => [
          {
            role: "assistant",
            content: given,
            ...(tool_calls.length > 0 && { tool_calls }),
            ...(reasoning_content !== null && { reasoning_content }),
          },
          ...tool_calls.map(({ id }, position) => ({ role: "tool", tool_call_id: id, content: outputs[position] })),
        ]),
    ),
    { maxLength: 6 },
  );

  test("openai", async () => {
    await fc.assert(
      fc.asyncProperty(openaiMessages, async (groups) => {
        const messages = groups.flat() as Message[];
        expect(await again("openai", messages)).toEqual(messages);
      }),
    );
  });

  const anthropicBlock = fc.oneof(
    withExtra(text),
    withExtra(
      fc.record({
        type: fc.constant("image"),
        source: fc.record({
          type: fc.constant("base64"),
          media_type: fc.constant("image/png"),
          data: fc.constant("AQID"),
        }),
      }),
    ),
    unknown,
  );
  const answerBlock = fc.oneof(
    withExtra(fc.record({ type: fc.constant("text"), text: fc.string({ minLength: 1 }) })),
    withExtra(fc.record({ type: fc.constant("thinking"), thinking: fc.string(), signature: fc.string() })),
    withExtra(fc.record({ type: fc.constant("server_tool_use"), id: fc.string(), input: json })),
    unknown,
    fc.tuple(fc.string(), fc.dictionary(fc.string(), json), extra).map(([name, input, more]) => {
      calls += 1;
      return { ...more, type: "tool_use", id: `t${calls}`, name, input };
    }),
  );
  const anthropicMessages = fc.array(
    fc.oneof(
      fc
        .tuple(fc.oneof(fc.string(), fc.array(anthropicBlock, { minLength: 1, maxLength: 3 })), extra)
        .map(([given, more]) => [{ ...more, role: "user", content: given }]),
      fc
        .tuple(
          fc.oneof(fc.string(), fc.array(answerBlock, { minLength: 1, maxLength: 4 })),
          fc.array(anthropicBlock, { maxLength: 2 }),
          fc.boolean(),
          fc.boolean(),
        )
        .map(([given, beside, first, split]) => {
          const ids =
            typeof given === "string"
              ? []
              : given.flatMap((block) => ("id" in block && block.type === "tool_use" ? [block.id] : []));
          const results = ids.map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "1" }));
          const back = split
            ? [[...results.slice(0, 1)], [...results.slice(1), ...beside]]
            : [first ? [...beside, ...results] : [...results, ...beside]];
          return [
            { role: "assistant", content: given },
            ...(ids.length > 0
              ? back.filter((blocks) => blocks.length > 0).map((blocks) => ({ role: "user", content: blocks }))
              : []),
          ];
        }),
    ),
    { maxLength: 6 },
  );

  test("anthropic", async () => {
    await fc.assert(
      fc.asyncProperty(anthropicMessages, async (groups) => {
        const messages = groups.flat() as Message[];
        expect(await again("anthropic", messages)).toEqual(messages);
      }),
    );
  });
});
