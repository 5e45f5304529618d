/** Whose clients agents see, beside those of nobody: everybody's, those of their team and their own, their own (decision 071). */
export const NEEDS_TO_KNOW = ['all', 'team', 'own'] as const;
export type NeedToKnow = (typeof NEEDS_TO_KNOW)[number];

/** What an owner never set. */
export const DEFAULT_NEED_TO_KNOW: NeedToKnow = 'all';
