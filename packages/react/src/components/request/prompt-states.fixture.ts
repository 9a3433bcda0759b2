import type { RequestRecord } from "@holdpoint/core";
import { type RequestInput, requestRecord } from "./request-records.fixture.ts";

/** One state a prompt can be in. */
export interface PromptState {
  readonly name: string;
  readonly request: RequestRecord;
  /** What a person has typed so far: to be written into `drafts` under the Request's id before it is drawn. */
  readonly draft?: unknown;
}

const inDays = Date.now() + 3 * 86_400_000;

const amountSchema = {
  type: "object",
  properties: {
    order: { type: "string", title: "Order" },
    amount: { type: "number", title: "Amount", maximum: 500, description: "In euros" },
    reason: { enum: ["damaged", "late", "other"], title: "Reason" },
    notify: { type: "boolean", title: "Tell the customer" },
  },
  required: ["order", "amount"],
};

const formSchema = {
  type: "object",
  properties: {
    environment: { type: "string", enum: ["staging", "production"], title: "Environment" },
    replicas: { type: "integer", minimum: 1, maximum: 9, default: 2, description: "How many copies run" },
    contact: { type: "string", format: "email", title: "Contact" },
    site: { type: "string", format: "uri", title: "Site" },
    day: { type: "string", format: "date", title: "Day" },
    time: { type: "string", format: "time", title: "Time" },
    moment: { type: "string", format: "date-time", title: "Moment" },
    notify: { type: "boolean", title: "Tell the team" },
    regions: { type: "array", items: { enum: ["eu", "us", "asia"] }, title: "Regions" },
    size: { enum: ["1", "2", "3", "4", "5", "6", "7"], title: "Size" },
    notes: { type: "string", maxLength: 2000, title: "Notes" },
    extra: { type: "object", title: "More settings" },
  },
  required: ["environment", "contact"],
};

const questions = [
  { question: "Which of the two shops is it?", header: "Shop", options: ["Rome", "Oslo"] },
  { question: "Who is to know?", options: ["Ann", "Bob", "Eve"], multiple: true },
  { question: "Anything else?" },
];

const signIn = "https://login.example.com/authorize?client_id=shop&scope=orders&state=abcdefgh12345";

function policy(data: Record<string, unknown>, more: RequestInput = {}): RequestRecord {
  const { request, call, ...rest } = more;
  const args = call?.args ?? { order: "A-17", amount: 42.5 };
  return requestRecord({
    ...rest,
    origin: "policy",
    call: { args, ...call },
    request: { kind: "approval", data: { toolName: "refund_order", args, ...data }, ...request },
  });
}

function ask(kind: string, request: RequestInput["request"], more: RequestInput = {}): RequestRecord {
  return requestRecord({ origin: "tool", ...more, request: { kind, prompt: "Please help.", ...request } });
}

/** Every state of every prompt, for tests that walk them all and for pages that show them all. */
export const promptStates: readonly PromptState[] = [
  { name: "approval", request: policy({}) },
  { name: "approval without arguments", request: policy({}, { call: { args: {} } }) },
  {
    name: "approval in the words of a rule",
    request: policy({}, { request: { prompt: "Refunds over 40 need a look." } }),
  },
  { name: "approval with a reason typed", request: policy({}), draft: { step: "reject", reason: "Not my order" } },
  { name: "approval that need not come again", request: policy({ always: true }), draft: { always: true } },
  { name: "approval of something destructive", request: policy({ destructive: true }) },
  { name: "approval that can be changed", request: policy({ editable: true, inputSchema: amountSchema }) },
  {
    name: "approval being changed in a form",
    request: policy({ editable: true, inputSchema: amountSchema }),
    draft: { step: "edit", fields: { amount: "40" } },
  },
  { name: "approval being changed as JSON", request: policy({ editable: true }), draft: { step: "edit" } },
  {
    name: "approval that was changed",
    request: policy({ editable: true, inputSchema: amountSchema }),
    draft: { edited: { order: "A-18", amount: 40, reason: "late" } },
  },
  {
    name: "approval of long and hostile arguments",
    request: policy(
      {},
      {
        call: {
          toolName: "send_mаil",
          args: {
            to: "ann\u202Emoc.elpmaxe@",
            body: `Dear Ann,\n\n${"word ".repeat(400)}\n\nBob`,
            list: Array.from({ length: 40 }, (_, index) => ({ index })),
          },
        },
        request: { prompt: `Harmless.${" ".repeat(3000)}${"\n".repeat(200)}Really.\u200B` },
      },
    ),
  },
  {
    name: "approval for a sub-agent",
    request: requestRecord({
      call: { toolName: "task", args: { agent: "worker", prompt: "tidy up" } },
      request: { data: { destructive: true } },
      child: {
        path: ["worker"],
        origin: "policy",
        requestId: "req_below",
        call: { callId: "c", toolName: "delete_folder", args: { folder: "/tmp" }, digest: "cd34" },
      },
    }),
  },
  { name: "approval asked by a tool", request: ask("approval", { prompt: "Shall I go on?" }) },
  { name: "approval that expires soon", request: policy({}, { request: { expiresAt: Date.now() + 3_600_000 } }) },
  { name: "approval that expires in days", request: policy({}, { request: { expiresAt: inDays } }) },
  { name: "expired", request: policy({}, { request: { expiresAt: 1_000 } }) },
  { name: "approved", request: policy({}, { state: "answered", answer: { id: "", ok: true } }) },
  {
    name: "declined with a reason",
    request: policy(
      {},
      { state: "settled", answer: { id: "", ok: false, reason: "declined", data: { reason: "No." } } },
    ),
  },
  { name: "cancelled", request: policy({}, { state: "settled", answer: { id: "", ok: false, reason: "cancelled" } }) },
  { name: "closed", request: policy({}, { state: "closed" }) },
  { name: "input", request: ask("input", { prompt: "Where to?", data: { schema: formSchema } }) },
  {
    name: "input half filled in",
    request: ask("input", { data: { schema: formSchema } }),
    draft: { environment: 1, contact: "ops@exam", notes: "at night" },
  },
  { name: "input of one value", request: ask("input", { prompt: "Your city?", data: { schema: { type: "string" } } }) },
  {
    name: "input that asks for a secret",
    request: ask("input", { data: { schema: { type: "object", properties: { password: { type: "string" } } } } }),
  },
  { name: "question", request: ask("question", { data: { questions } }) },
  { name: "question half answered", request: ask("question", { data: { questions } }), draft: { "0": 1, "1": [0, 2] } },
  {
    name: "question that asks for a secret",
    request: ask("question", { data: { questions: [{ question: "What is your PIN?" }] } }),
  },
  { name: "authorization", request: ask("authorization", { prompt: "The shop needs you.", url: signIn }) },
  {
    name: "authorization at an odd host",
    request: ask("authorization", { url: "https://аpple.com/?state=abcdefgh1" }),
  },
  { name: "authorization at no address", request: ask("authorization", { url: "javascript:alert(1)" }) },
  {
    name: "in doubt",
    request: requestRecord({ origin: "in_doubt", request: { kind: "in_doubt", prompt: "Did it?" } }),
  },
  { name: "unknown kind", request: ask("countersign", { prompt: "Sign this.", data: { paper: "A4", copies: 2 } }) },
  { name: "unknown kind with a form", request: ask("survey", { data: { schema: { enum: ["good", "bad"] } } }) },
  {
    name: "call for the host",
    request: ask("tool_call", { data: { calls: [{ id: "c", name: "open_file", args: { path: "a.txt" } }] } }),
  },
];
