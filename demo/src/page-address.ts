/** The address of the page the demo is on. A worker has one of its own, and is told the page's. */
let address: string | undefined;

export function pageAddress(): URL {
  return new URL(address ?? location.href);
}

export function setPageAddress(told: string): void {
  address = told;
}
