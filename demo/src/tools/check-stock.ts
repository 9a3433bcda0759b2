import { defineTool } from "@holdpoint/core";

/** Throws for one warehouse; the model reads why and asks the other. */
export const checkStock = defineTool({
  name: "check_stock",
  description: "How many of an item are in a warehouse.",
  inputSchema: {
    type: "object",
    properties: { item: { type: "string" }, warehouse: { type: "string", enum: ["north", "south"] } },
    required: ["item", "warehouse"],
    additionalProperties: false,
  },
  idempotent: true,
  run({ item, warehouse }) {
    if (warehouse === "north") throw new Error("The warehouse north does not answer. Try south.");
    return { item, warehouse, pieces: 7 };
  },
});
