import { type Agent, createClient, createToolkit, defineTool } from "@holdpoint/core";

/** Where the pages of the tabs test find what lives outside the browser. */
export interface Outside {
  readonly modelUrl: string;
  readonly ledgerUrl: string;
}

/** The agent of the tabs test. What its tools do, they do outside the browser. */
export function labAgents({ modelUrl, ledgerUrl }: Outside, place: string): readonly Agent[] {
  const enter = async (tool: string, key: string | undefined, args: unknown): Promise<string> => {
    const response = await fetch(ledgerUrl, { method: "POST", body: JSON.stringify({ key, tool, args }) });
    if (!response.ok) throw new Error(`The ledger answers ${response.status}.`);
    return `${tool} done in ${place}`;
  };
  const pay = defineTool({
    name: "pay",
    description: "Pays",
    inputSchema: { type: "object", properties: { amount: { type: "number" } } },
    run: (args, context) => enter("pay", context?.idempotencyKey, args),
  });
  /** Keeps the thread of its place busy until the server answers, as a long computation does. */
  const toil = defineTool({
    name: "toil",
    description: "Computes",
    run() {
      const request = new XMLHttpRequest();
      request.open("GET", new URL("/toil", self.location.href), false);
      request.send();
      return `toiled in ${place}`;
    },
  });
  /** Does what needs no network. */
  const note = defineTool({ name: "note", description: "Notes", run: () => `noted in ${place}` });
  const client = createClient({ baseUrl: `${modelUrl}v1`, style: "openai", model: "scripted", retries: 0 });
  return [
    {
      name: "shop",
      client,
      toolkit: createToolkit({ extraTools: [pay, toil, note] }),
      policy: ({ toolName }) => (toolName === "toil" ? "allow" : "ask"),
    },
  ];
}
