import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "./repository.mjs";
import { themeOfPrompts } from "./widget-plugins.mjs";

describe("the theme of prompts", () => {
  test("is without the rules that only conversations use, and keeps what others share with them", () => {
    const theme = [
      "@layer holdpoint {",
      "  /* .hp-note { } */",
      "  .hp-part,",
      "  .hp-part__bar {",
      "    gap: 6px;",
      "  }",
      "  .hp-problem,",
      "  .hp-part__problem {",
      "    color: red;",
      "  }",
      "  .hp-toolbar {",
      "    color: blue;",
      "  }",
      "  @media print {",
      '    .hp-tool:is([data-state="done"]) .hp-tool__state {',
      "      color: green;",
      "    }",
      "    .hp-prompt {",
      "      color: black;",
      "    }",
      "  }",
      "}",
      "",
    ].join("\n");
    const words = themeOfPrompts(theme).split(/\s+/).join(" ").trim();
    expect(words).toBe(
      "@layer holdpoint { .hp-problem { color: red; } .hp-toolbar { color: blue; } @media print { .hp-prompt { color: black; } } }",
    );
  });

  test("of ours leaves out a good part, and opens as many braces as it closes", () => {
    const theme = readFileSync(join(repositoryRoot, "packages/react/src/components/theme.css"), "utf8");
    const prompts = themeOfPrompts(theme);
    expect(prompts.length).toBeLessThan(theme.length * 0.6);
    expect(prompts.split("{")).toHaveLength(prompts.split("}").length);
  });
});
