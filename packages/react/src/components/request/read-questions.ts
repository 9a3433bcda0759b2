import { readOwn } from "../text/read-own.ts";

/** One question of the question tool (contract §4A), read from data anybody may have written. */
export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly options: readonly string[];
  readonly multiple: boolean;
}

/** More questions than anybody answers. */
const maxQuestions = 50;

/** Reads `data.questions`; what is no question is left out. */
export function readQuestions(data: unknown): readonly Question[] {
  const list = readOwn(data, "questions");
  if (!Array.isArray(list)) return [];
  return list.slice(0, maxQuestions).flatMap((entry: unknown) => {
    const question = readOwn(entry, "question");
    if (typeof question !== "string") return [];
    const header = readOwn(entry, "header");
    const options = readOwn(entry, "options");
    return [
      {
        question,
        ...(typeof header === "string" && header !== "" && { header }),
        options: Array.isArray(options) ? options.filter((option) => typeof option === "string") : [],
        multiple: readOwn(entry, "multiple") === true,
      },
    ];
  });
}
