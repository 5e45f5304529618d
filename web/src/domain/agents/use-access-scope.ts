import type { NeedToKnow } from '@ledgerline/contract/rules';
import { getNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Below what is known of teams, so that a change of either is asked for together. */
const NEED_TO_KNOW_KEY = ['teams', 'need-to-know'] as const;

/** Whose clients agents see, and whose oneself sees. */
export function useNeedToKnow() {
  return useQuery({
    queryKey: NEED_TO_KNOW_KEY,
    queryFn: async ({ signal }) => (await api(getNeedToKnow, { signal })).data,
  });
}

const NOTES: Record<NeedToKnow, string | null> = {
  all: null,
  team: 'You see the clients of your team, and those without an owner.',
  own: 'You see your own clients, and those without an owner.',
};

/** Why a client may be there whom one does not see; null for whoever sees everybody. */
export function useAccessScopeNote(): string | null {
  return NOTES[useNeedToKnow().data?.i_see ?? 'all'];
}
