import type { NeedToKnow } from '@ledgerline/contract/rules';

/** What each option means, in a sentence. */
export const ACCESS_SCOPE_LABELS: Record<NeedToKnow, { label: string; description: string }> = {
  all: { label: 'All clients', description: 'Every agent sees every client.' },
  team: {
    label: 'The clients of their team',
    description: 'Their own clients, those of the other agents in their team, and unassigned clients.',
  },
  own: {
    label: 'Their own clients',
    description: 'Clients who are assigned to them, and unassigned clients, so that no client is overlooked.',
  },
};
