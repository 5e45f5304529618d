import type { NeedToKnow } from '@ledgerline/contract/rules';
import { getNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Nested under the teams key, so that one invalidation covers both. */
const NEED_TO_KNOW_KEY = ['teams', 'need-to-know'] as const;

/** Which clients agents see, and which the current agent sees. */
export function useNeedToKnow() {
  return useQuery({
    queryKey: NEED_TO_KNOW_KEY,
    queryFn: async ({ signal }) => (await api(getNeedToKnow, { signal })).data,
  });
}

const NOTES: Record<NeedToKnow, string | null> = {
  all: null,
  team: 'You see the clients of your team and unassigned clients.',
  own: 'You see your own clients and unassigned clients.',
};

/** Why a client may be missing for this agent; null for agents who see all clients. */
export function useAccessScopeNote(): string | null {
  return NOTES[useNeedToKnow().data?.i_see ?? 'all'];
}
