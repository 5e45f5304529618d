/** The ranks of the values of one sort key by client, null without a value. */
export interface RankedKey {
  ranks: ReadonlyMap<number, number | null>;
  direction: 'asc' | 'desc';
}

/** Ids by the ranks of their values, then by id in the last direction; those without a value are last in both directions. */
export function orderByRanks(ids: readonly number[], keys: readonly RankedKey[]): number[] {
  const last = keys.at(-1)?.direction === 'desc' ? -1 : 1;
  const ranked = ids.map((id) => ({
    id,
    at: keys.map(({ ranks, direction }) => {
      const rank = ranks.get(id) ?? null;
      return rank === null ? Number.POSITIVE_INFINITY : direction === 'asc' ? rank : -rank;
    }),
  }));
  ranked.sort((one, other) => {
    for (let n = 0; n < keys.length; n++) {
      const [rank = 0, otherRank = 0] = [one.at[n], other.at[n]];
      if (rank !== otherRank) return rank < otherRank ? -1 : 1;
    }
    return last * (one.id - other.id);
  });
  return ranked.map(({ id }) => id);
}
