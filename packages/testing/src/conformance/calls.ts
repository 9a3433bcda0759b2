import type { Answer, RunResult, StreamEvent } from "@holdpoint/core";
import type { CallScript, Fields } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** Makes the calls of a scenario in order, on one client and one toolkit; one observation for each. */
export async function observeCalls(calls: readonly CallScript[], stage: Stage): Promise<Fields[]> {
  const observed: Fields[] = [];
  for (const call of calls) {
    const previous = observed.at(-1)?.result as RunResult | undefined;
    observed.push(await observeCall(call, stage, previous));
  }
  return observed;
}

async function observeCall(call: CallScript, stage: Stage, previous: RunResult | undefined): Promise<Fields> {
  const { client, toolkit, signal } = stage;
  const prompt = call.prompt as string;
  const history = (call.history === "<previous>" ? previous?.messages : call.history) as readonly Fields[] | undefined;
  const common = { toolkit, signal };
  switch (call.mode) {
    case "run":
      return stage.attempt(async () => ({
        result: await client.run(prompt, { ...common, ...(history && { history }) }),
      }));
    case "ask": {
      const textDeltas: string[] = [];
      const onText = (delta: string): void => {
        textDeltas.push(delta);
      };
      const asked = await stage.attempt(async () => ({
        result: await client.ask(prompt, {
          ...common,
          ...(call.id !== undefined && { id: call.id }),
          ...(call.onText && { onText }),
        }),
      }));
      return call.onText ? { ...asked, textDeltas } : asked;
    }
    case "stream": {
      const events: unknown[] = [];
      let result: RunResult | undefined;
      const ended = await stage.attempt(async () => {
        const options = { ...common, ...(call.id !== undefined && { id: call.id }), ...(history && { history }) };
        for await (const event of client.stream(prompt, options)) {
          events.push(event.type === "done" ? { type: "done" } : structuredClone(event satisfies StreamEvent));
          if (event.type === "done") result = event.result;
        }
        return {};
      });
      return { events, ...(result && { result }), ...ended };
    }
    case "execute":
      return stage.attempt(async () => ({ result: await toolkit.execute(call.tool ?? "", call.args ?? {}) }));
    case "resume": {
      const pending = (call.pending === "<previous>" ? previous?.pending : call.pending) as RunResult["pending"];
      if (pending === undefined) throw new Error("There is no pending Request to resume with.");
      const id = call.answer?.id === "<request.id>" ? pending.id : call.answer?.id;
      const given = { ...common, pending, answer: { ...call.answer, id } as Answer };
      return stage.attempt(async () => ({
        result:
          call.id === undefined
            ? await client.runWithAnswer({ ...given, history: history ?? [] })
            : await client.askWithAnswer({ ...given, id: call.id }),
      }));
    }
    default:
      throw new Error(`Nobody knows the call ${JSON.stringify(call.mode)}.`);
  }
}
