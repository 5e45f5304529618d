/** Pseudorandom but reproducible choices: the same seed creates the same brokerage. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  digits(count: number): string;
}

/** mulberry32: small, fast and good enough for demo data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick(list) {
      const [first] = list;
      const picked = list[integer(0, list.length - 1)] ?? first;
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    digits: (count) => String(Math.floor(next() * 10 ** count)).padStart(count, '0'),
  };
}
