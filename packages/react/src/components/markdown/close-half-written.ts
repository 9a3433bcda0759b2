import remend from "remend";

/**
 * Makes of a block that is still being written what it will most likely be, so that it does not first stand there as
 * stars and brackets and then jump: marks that are open are closed, an address that is not whole is left out, and a
 * line of which it cannot be said yet what it is waits.
 */
export function closeHalfWritten(block: string): string {
  return remend(withoutDoubt(block), { linkMode: "text-only" });
}

/**
 * A table's head before the line below it; a line of dashes that may underline a heading or begin a list; a mark that
 * has nothing to mark yet; the bracket before a text that may become a link.
 */
function withoutDoubt(block: string): string {
  if (/^ {0,3}\|[^\n]*(?:\n[\s:|-]*)?$/.test(block)) return "";
  return block
    .replace(/\n {0,3}(?:-+|=+|[*+#]+|\d{1,9}[.)]?)[ \t]*$/, "")
    .replace(/(^|\s)[*_~`[!]+$/, "$1")
    .replace(/!?\[([^\]\n`]*)\]?$/, "$1");
}
