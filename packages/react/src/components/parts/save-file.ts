/**
 * Saves bytes under a name. Their type is taken away first, so that no browser opens them as a page of this origin
 * (threat S36).
 */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.rel = "noopener";
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the address over once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
