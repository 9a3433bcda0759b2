/** Order by code point, the same on every machine. (JavaScript's own order is by UTF-16 unit: it differs past U+FFFF.) */
export function compareCodePoints(left: string, right: string): number {
  const one = [...left];
  const other = [...right];
  for (let index = 0; index < one.length && index < other.length; index++) {
    const difference = (one[index]?.codePointAt(0) ?? 0) - (other[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
