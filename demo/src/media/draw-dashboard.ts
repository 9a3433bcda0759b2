/** What the picture shows. */
export interface DashboardFigures {
  readonly title: string;
  readonly services: readonly { readonly name: string; readonly load: number; readonly healthy: boolean }[];
}

/** Draws a status page as a PNG, as a screenshot of one would look. */
export async function drawDashboard(figures: DashboardFigures): Promise<Blob> {
  const width = 960;
  const height = 540;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser gives no 2D canvas, so no screenshot can be taken.");
  context.fillStyle = "#0f1222";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#1b2038";
  context.fillRect(0, 0, width, 72);
  context.fillStyle = "#ffffff";
  context.font = "600 26px system-ui, sans-serif";
  context.fillText(figures.title, 32, 46);
  for (const [index, service] of figures.services.entries()) {
    const y = 112 + index * 84;
    context.fillStyle = "#1b2038";
    context.fillRect(32, y, width - 64, 64);
    context.fillStyle = service.healthy ? "#3ddc97" : "#ff6b6b";
    context.beginPath();
    context.arc(64, y + 32, 9, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = "#e7e9f5";
    context.font = "500 20px system-ui, sans-serif";
    context.fillText(service.name, 92, y + 39);
    context.fillStyle = "#2b3258";
    context.fillRect(360, y + 24, 460, 16);
    context.fillStyle = service.load > 0.8 ? "#ffb454" : "#7c8cff";
    context.fillRect(360, y + 24, 460 * service.load, 16);
    context.fillStyle = "#aab0d0";
    context.font = "400 17px system-ui, sans-serif";
    context.fillText(`${Math.round(service.load * 100)} %`, 840, y + 39);
  }
  return canvas.convertToBlob({ type: "image/png" });
}
