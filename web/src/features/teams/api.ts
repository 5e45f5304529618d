import type { NeedToKnow } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/teams/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { reread, useWrite } from '../../lib/use-write.ts';

const TEAMS = ['teams'] as const;

export function useTeams() {
  return useQuery({
    queryKey: [...TEAMS, 'list'],
    queryFn: async ({ signal }) => (await api(endpoints.listTeams, { signal })).data,
  });
}

export function useCreateTeam() {
  return useWrite((name: string) => api(endpoints.createTeam, { body: { name } }), reread(TEAMS));
}

export function useRenameTeam(id: number) {
  return useWrite(
    (name: string) => api(endpoints.renameTeam, { params: { id }, body: { name } }),
    reread(TEAMS),
  );
}

export function useDeleteTeam() {
  return useWrite((id: number) => api(endpoints.deleteTeam, { params: { id } }), reread(TEAMS));
}

export function useAssignTeam(agentId: number) {
  return useWrite(
    (team_id: number | null) => api(endpoints.assignTeam, { params: { id: agentId }, body: { team_id } }),
    reread(TEAMS),
  );
}

export function useUpdateNeedToKnow() {
  return useWrite((sees: NeedToKnow) => api(endpoints.updateNeedToKnow, { body: { sees } }), reread(TEAMS));
}
