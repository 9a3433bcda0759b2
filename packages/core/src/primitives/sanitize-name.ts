/** The contract's rule for names (§1): every UTF-16 unit outside `[A-Za-z0-9_-]` becomes `_`, so an emoji becomes `__`. */
export function sanitizeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}
