/** Texts in Latin letters whose last mark stands before their first letter: what a page from right to left does to them. */
export function misplacedMarks(container: Element): readonly string[] {
  const words = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (words.nextNode()) {
    const text = words.currentNode.textContent ?? "";
    if (!/^[a-z].*[.?!]$/i.test(text)) continue;
    if (leftOf(words.currentNode, 0) > leftOf(words.currentNode, text.length - 1)) found.push(text);
  }
  return found;
}

function leftOf(node: Node, at: number): number {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + 1);
  return range.getBoundingClientRect().left;
}
