import { useNavigate, useSearch } from '@tanstack/react-router';
import { SettingsLink } from '../../domain/settings/settings-link.tsx';
import { AgentsPage } from '../../features/agents/agents-page.tsx';
import { SignInPolicyButton } from '../../features/auth/sign-in-policy-button.tsx';
import { useTeams } from '../../features/teams/api.ts';
import { TeamsButton } from '../../features/teams/teams-button.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';

/** All agents with their teams and, for owners, client access (decision 071) and the sign-in policy (decision 057). */
export function ManageAgentsPage() {
  const { sort = 'name', direction = 'asc', then_by } = useSearch({ from: '/portal/crm/agents' });
  const navigate = useNavigate();
  const { data: teams = [] } = useTeams();
  const beside = isOwner(signedInAgent()) && (
    <>
      <TeamsButton lead={<SettingsLink section="access" />} />
      <SignInPolicyButton lead={<SettingsLink section="security" />} />
    </>
  );
  const teamOf = (id: number) => teams.find(({ agent_ids }) => agent_ids.includes(id))?.name ?? '';
  return (
    <AgentsPage
      beside={beside}
      sorting={{ sort, direction, then_by }}
      onSort={(search) => void navigate({ to: '/crm/agents', search, replace: true })}
      {...(teams.length > 0 ? { teamOf } : {})}
    />
  );
}
