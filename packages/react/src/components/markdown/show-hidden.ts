import { visibleSegments } from "../text/visible-text.ts";

/** As much of a tree of HTML as is looked at here. */
interface Node {
  readonly type: string;
  readonly value?: string;
  children?: Node[];
}

/** Draws what is invisible in a text as an escape (threats S15, S16), as plain text does it. A plugin of rehype. */
export function showHidden(): (tree: Node) => void {
  return show;
}

function show(node: Node): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    show(child);
    return child.type === "text" ? visibleNodes(child) : [child];
  });
}

function visibleNodes(text: Node): Node[] {
  const segments = visibleSegments(text.value ?? "");
  if (segments.every(({ kind }) => kind === "plain")) return [text];
  return segments.map((segment) =>
    segment.kind === "plain"
      ? { type: "text", value: segment.text }
      : {
          type: "element",
          tagName: "span",
          properties: { className: ["hp-escape"] },
          children: [{ type: "text", value: segment.text }],
        },
  );
}
