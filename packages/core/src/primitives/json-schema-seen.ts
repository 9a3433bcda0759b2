/** Which members and items some rule has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Seen {
  readonly keys = new Set<string>();
  readonly items = new Set<number>();

  key(key: string): void {
    this.keys.add(key);
  }

  item(index: number): void {
    this.items.add(index);
  }

  add(other: Seen): void {
    for (const key of other.keys) this.keys.add(key);
    for (const item of other.items) this.items.add(item);
  }
}

/** For schemas without those two rules, which are nearly all: nothing is kept. */
export class NothingSeen extends Seen {
  override key(): void {
    return;
  }

  override item(): void {
    return;
  }
}
