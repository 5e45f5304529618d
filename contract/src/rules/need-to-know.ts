/** Whose clients agents see, besides unassigned ones: everyone's, those of their team and their own, or only their own (decision 071). */
export const NEEDS_TO_KNOW = ['all', 'team', 'own'] as const;
export type NeedToKnow = (typeof NEEDS_TO_KNOW)[number];

/** The default until an owner changes it. */
export const DEFAULT_NEED_TO_KNOW: NeedToKnow = 'all';
