// What the loop costs: `npm run bench:loop`. One process, contestants in turn, CPU time (user and system), medians of
// nine rounds. The floor is what nobody can leave out: reading the stream, parsing its events and their JSON.
import { cpus } from "node:os";
import { createClient, createToolkit, defineTool } from "@holdpoint/core";
import { createParser } from "eventsource-parser";

const ROUNDS = 9;
const encoder = new TextEncoder();

interface Contestant {
  readonly name: string;
  /** Deltas or turns of one go. */
  readonly count: number;
  run(): Promise<void>;
}

/** A tool whose arguments are worth checking. */
const book = defineTool({
  name: "book",
  description: "Books seats",
  inputSchema: {
    type: "object",
    properties: {
      show: { type: "string", minLength: 1 },
      seats: {
        type: "array",
        items: {
          type: "object",
          properties: { row: { type: "integer" }, seat: { type: "integer" } },
          required: ["row", "seat"],
        },
      },
      price: { type: "number", minimum: 0 },
      category: { enum: ["stalls", "circle", "box"] },
    },
    required: ["show", "seats"],
    additionalProperties: false,
  },
  run: (args) => `booked ${JSON.stringify(args)}`,
});

const few = textDeltas(5_000);
const many = textDeltas(20_000);
const contestants: readonly Contestant[] = [
  { name: "floor, 5,000 deltas", count: 5_000, run: () => readFloor(few) },
  { name: "loop, 5,000 deltas", count: 5_000, run: () => streamText(few) },
  { name: "floor, 20,000 deltas", count: 20_000, run: () => readFloor(many) },
  { name: "loop, 20,000 deltas", count: 20_000, run: () => streamText(many) },
  { name: "50 tool turns", count: 50, run: () => runTools(50) },
  { name: "200 tool turns", count: 200, run: () => runTools(200) },
];

const figures = await measure(contestants);
const at = (name: string): number => figures.get(name) ?? Number.NaN;
for (const { name, count } of contestants) {
  const perOne = (at(name) / count) * 1000;
  const unit = name.includes("turns") ? `${(perOne / 1000).toFixed(3)} ms a turn` : `${perOne.toFixed(2)} µs a delta`;
  console.log(`${name.padEnd(22)} ${at(name).toFixed(1).padStart(8)} ms   ${unit}`);
}
const perDelta = at("loop, 5,000 deltas") / 5_000;
const perTurn = at("50 tool turns") / 50;
const rules = [
  {
    rule: "5,000 deltas cost at most 2 × the floor",
    value: at("loop, 5,000 deltas") / at("floor, 5,000 deltas"),
    limit: 2,
  },
  {
    rule: "a delta of 20,000 costs what one of 5,000 does",
    value: at("loop, 20,000 deltas") / 20_000 / perDelta,
    limit: 1.25,
  },
  { rule: "a tool turn of 50 takes at most 2 ms", value: perTurn, limit: 2 },
  { rule: "a tool turn of 200 costs what one of 50 does", value: at("200 tool turns") / 200 / perTurn, limit: 1.25 },
];
console.log(`\n${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, Node ${process.version}`);
for (const { rule, value, limit } of rules) {
  console.log(`${value <= limit ? "ok  " : "FAIL"} ${rule}: ${value.toFixed(2)} (limit ${limit})`);
}
if (rules.some(({ value, limit }) => !(value <= limit))) process.exitCode = 1;

/** The median CPU time of each contestant in milliseconds. All take part in each round; one round before warms up. */
async function measure(all: readonly Contestant[]): Promise<ReadonlyMap<string, number>> {
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { name, run } of all) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.get(name)?.push((user + system) / 1000);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** One network chunk per delta, as a slow model sends them. */
function textDeltas(count: number): readonly Uint8Array[] {
  const events = Array.from({ length: count }, (_, index) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "bench",
    choices: [{ index: 0, delta: { content: `word${index} ` }, finish_reason: null }],
  }));
  return [...events.map(toChunk), toChunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }), done()];
}

function toChunk(event: unknown): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
}

function done(): Uint8Array {
  return encoder.encode("data: [DONE]\n\n");
}

function respond(chunks: readonly Uint8Array[]): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function readFloor(chunks: readonly Uint8Array[]): Promise<void> {
  let characters = 0;
  const parser = createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      characters += (JSON.parse(data).choices[0].delta.content ?? "").length;
    },
  });
  const decoder = new TextDecoder();
  const reader = respond(chunks).body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parser.feed(decoder.decode(read.value, { stream: true }));
  }
  if (characters === 0) throw new Error("the floor read nothing");
}

async function streamText(chunks: readonly Uint8Array[]): Promise<void> {
  const client = createClient({
    style: "openai",
    baseUrl: "https://model.test/v1",
    model: "bench",
    fetch: async () => respond(chunks),
  });
  let characters = 0;
  let ended = "";
  for await (const event of client.stream("Go")) {
    if (event.type === "text") characters += event.delta.length;
    if (event.type === "done") ended = event.result.status;
  }
  if (ended !== "done" || characters === 0) throw new Error(`the stream ended ${ended}`);
}

async function runTools(turns: number): Promise<void> {
  let asked = 0;
  const client = createClient({
    style: "openai",
    baseUrl: "https://model.test/v1",
    model: "bench",
    maxTurns: turns + 1,
    fetch: async () => {
      asked += 1;
      return respond(
        asked > turns
          ? [toChunk({ choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] }), done()]
          : callChunks(asked),
      );
    },
  });
  const toolkit = createToolkit({ extraTools: [book] });
  let booked = 0;
  for await (const event of client.stream("Go", { toolkit })) {
    if (event.type === "tool_result" && !event.isError) booked += 1;
  }
  if (booked !== turns) throw new Error(`${booked} of ${turns} calls ran`);
}

function callChunks(turn: number): readonly Uint8Array[] {
  const args = JSON.stringify({
    show: `Show ${turn}`,
    seats: [
      { row: 1, seat: turn },
      { row: 2, seat: turn },
    ],
    price: 12.5,
    category: "box",
  });
  const delta = {
    tool_calls: [{ index: 0, id: `call_${turn}`, type: "function", function: { name: "book", arguments: args } }],
  };
  return [
    toChunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
    toChunk({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }),
    done(),
  ];
}
