import { describe, expect, it } from "vitest";
import { cleanFileName } from "./file-name.ts";

describe("cleanFileName", () => {
  it.each([
    ["report.pdf", "application/pdf", "report.pdf"],
    ["../../etc/passwd", "text/plain", "passwd.txt"],
    ["C:\\temp\\x.png", "image/png", "x.png"],
    ["invoice\u202Efdp.exe", "application/pdf", "invoicefdp.exe.pdf"],
    ["a\nb.png", "image/png", "ab.png"],
    [".htaccess", "text/plain", "htaccess.txt"],
    ["con.pdf", "application/pdf", "file.pdf"],
    ["photo.JPEG", "image/jpeg", "photo.jpeg"],
    ["page.html", "image/png", "page.html.png"],
    ["données é.csv", "text/csv", "données é.csv"],
    ["日本.pdf", "application/pdf", "日本.pdf"],
    [undefined, "application/pdf", "file.pdf"],
    ["   ", "audio/wav; codecs=1", "file.wav"],
    ["data.bin", "application/x-unknown", "data.bin"],
  ])("saves %j of type %s as %j", (name, type, expected) => {
    expect(cleanFileName(name, "file", type)).toBe(expected);
  });

  it("keeps a name short and its ending whole", () => {
    const cleaned = cleanFileName(`${"x".repeat(5000)}.pdf`, "file", "application/pdf");
    expect(cleaned.length).toBeLessThanOrEqual(120);
    expect(cleaned.endsWith("x.pdf")).toBe(true);
  });
});
