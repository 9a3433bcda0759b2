/**
 * An id no other call of the run has: the provider's own where that is one, else one made of it and a number. The same
 * history gives the same ids each time it is read.
 *
 * @param id as the provider sent it, maybe empty
 * @param position of the call in its reply, from 0
 * @param taken the ids so far; the new one is added
 */
export function uniqueCallId(id: string, position: number, taken: Set<string>): string {
  const base = id === "" ? `call_${position}` : id;
  let unique = base;
  for (let count = 2; taken.has(unique); count++) unique = `${base}_${count}`;
  taken.add(unique);
  return unique;
}
