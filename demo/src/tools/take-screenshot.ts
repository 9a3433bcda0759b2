import { ContentPart, defineTool, ToolResult } from "@holdpoint/core";
import { drawDashboard } from "../media/draw-dashboard.ts";

/** Gives back an image, shown inline and sent to the model as one. */
export const takeScreenshot = defineTool({
  name: "take_screenshot",
  description: "Takes a screenshot of the status page.",
  idempotent: true,
  async run() {
    const picture = await drawDashboard({
      title: "Status of the shop",
      services: [
        { name: "Storefront", load: 0.42, healthy: true },
        { name: "Checkout", load: 0.86, healthy: true },
        { name: "Search", load: 0.18, healthy: true },
        { name: "Newsletter", load: 0.05, healthy: false },
      ],
    });
    return ToolResult.ok("The status page: three services are well, Newsletter is down.", [
      await ContentPart.from(picture),
    ]);
  },
});
