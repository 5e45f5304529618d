import { setImmediate } from 'node:timers/promises';

/** The length of a run that is sorted at once, which takes a few milliseconds. */
const RUN = 4096;

/** Yields to other requests: long work runs in pieces, because there is only one thread. */
export const pause = (): Promise<void> => setImmediate();

/** Sorts the values without blocking the server. */
export async function sortYielding<Value extends NonNullable<unknown>>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Promise<Value[]> {
  let runs: Value[][] = [];
  for (let start = 0; start < values.length; start += RUN) {
    runs.push(values.slice(start, start + RUN).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: Value[][] = [];
    for (let n = 0; n < runs.length; n += 2)
      merged.push(await mergeYielding(runs[n] ?? [], runs[n + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists. */
export async function mergeYielding<Value extends NonNullable<unknown>>(
  one: readonly Value[],
  other: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Promise<Value[]> {
  if (other.length === 0) return [...one];
  const merged: Value[] = [];
  let [left, right] = [0, 0];
  let a = one[left];
  let b = other[right];
  while (a !== undefined && b !== undefined) {
    if (compare(a, b) <= 0) {
      merged.push(a);
      a = one[++left];
    } else {
      merged.push(b);
      b = other[++right];
    }
    if (merged.length % RUN === 0) await pause();
  }
  return merged.concat(one.slice(left), other.slice(right));
}
