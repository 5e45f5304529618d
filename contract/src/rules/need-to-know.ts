/** Whose clients agents see, beside those of nobody: everybody's, those of their team and their own, their own (decision 071). */
export const NEEDS_TO_KNOW = ['all', 'team', 'own'] as const;
export type NeedToKnow = (typeof NEEDS_TO_KNOW)[number];

/** What an owner never set. */
export const DEFAULT_NEED_TO_KNOW: NeedToKnow = 'all';

/** What is wrong with a team's name, if anything. */
export function teamNameError(name: string, others: readonly string[]): string | null {
  if (name === '') return 'Please give the team a name.';
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase());
  return isTaken ? 'A team with this name already exists' : null;
}
