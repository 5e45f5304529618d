import type { NeedToKnow } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/teams/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const TEAMS = ['teams'] as const;

export function useTeams() {
  return useQuery({
    queryKey: [...TEAMS, 'list'],
    queryFn: async ({ signal }) => (await api(endpoints.listTeams, { signal })).data,
  });
}

export function useCreateTeam() {
  return useWrite((name: string) => api(endpoints.createTeam, { body: { name } }), invalidate(TEAMS));
}

export function useRenameTeam(id: number) {
  return useWrite(
    (name: string) => api(endpoints.renameTeam, { params: { id }, body: { name } }),
    invalidate(TEAMS),
  );
}

export function useDeleteTeam() {
  return useWrite((id: number) => api(endpoints.deleteTeam, { params: { id } }), invalidate(TEAMS));
}

export function useAssignTeam(agentId: number) {
  return useWrite(
    (team_id: number | null) => api(endpoints.assignTeam, { params: { id: agentId }, body: { team_id } }),
    invalidate(TEAMS),
  );
}

export function useUpdateNeedToKnow() {
  return useWrite(
    (sees: NeedToKnow) => api(endpoints.updateNeedToKnow, { body: { sees } }),
    invalidate(TEAMS),
  );
}
