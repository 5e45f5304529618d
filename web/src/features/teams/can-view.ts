import type { NeedToKnow } from '@ledgerline/contract/rules';

/** What each option means, in a sentence. */
export const ACCESS_SCOPE_LABELS: Record<NeedToKnow, { label: string; description: string }> = {
  all: { label: 'All clients', description: 'Every agent sees every client.' },
  team: {
    label: 'The clients of their team',
    description: 'Their own, those of the agents in their team, and those without an owner.',
  },
  own: {
    label: 'Their own clients',
    description: 'Those they own, and those without an owner, so that no client is overlooked.',
  },
};
