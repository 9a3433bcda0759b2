import { createParser } from "eventsource-parser";

/** What nobody can leave out: the stream is read, its events and their JSON are parsed. */
export async function readDeltas(url: string, onDelta: (text: string) => void): Promise<void> {
  const response = await fetch(url, { method: "POST", body: "{}" });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      const text: unknown = JSON.parse(data).choices[0]?.delta.content;
      if (typeof text === "string") onDelta(text);
    },
  });
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) parser.feed(read.value);
}
