import * as endpoints from '@ledgerline/contract/teams/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { AgentTeamCard } from './agent-team-card.tsx';
import { TeamsDialog } from './teams-dialog.tsx';

const north: endpoints.Team = { id: 4, name: 'North', agent_ids: [2, 3] };
let server: FakeServer;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  server = fakeServer()
    .reply(endpoints.listTeams, { success: true, data: [north] })
    .reply(endpoints.getNeedToKnow, { success: true, data: { sees: 'all', i_see: 'all' } });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('client access', () => {
  async function choose(label: string) {
    renderPart(<TeamsDialog onClose={vi.fn()} />);
    await screen.findByText('Agents see: all clients');
    await press('Change');
    const inside = await dialog('Client access');
    await userEvent.click(await inside.findByRole('radio', { name: label }));
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
  }

  it('is chosen in plain language and saved', async () => {
    server.reply(endpoints.updateNeedToKnow, { success: true });
    await choose('Their own clients');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Client access' })).toBeNull());
    expect(server.calls(endpoints.updateNeedToKnow)[0]?.body).toEqual({ sees: 'own' });
  });

  it('stays unchanged where saving failed, and shows the reason', async () => {
    server.replyError(endpoints.updateNeedToKnow, 'not_allowed', 'Only an owner may change this.');
    await choose('The clients of their team');
    const inside = await dialog('Client access');
    await inside.findByText('Only an owner may change this.');
  });
});

describe('teams', () => {
  async function name(button: string, title: string, text: string) {
    renderPart(<TeamsDialog onClose={vi.fn()} />);
    await screen.findByText('2 agents');
    await press(button);
    const inside = await dialog(title);
    const input = await inside.findByLabelText('Team name');
    await userEvent.clear(input);
    if (text) await userEvent.type(input, text);
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    return inside;
  }

  it('are added with a unique name', async () => {
    server.reply(endpoints.createTeam, {
      success: true,
      id: 5,
      data: { id: 5, name: 'South', agent_ids: [] },
    });
    const inside = await name('Add Team', 'Add Team', ' north ');
    expect((await inside.findByRole('alert')).textContent).toBe('A team with this name already exists');
    await userEvent.clear(inside.getByLabelText('Team name'));
    await userEvent.type(inside.getByLabelText('Team name'), 'South');
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Team' })).toBeNull());
    expect(server.calls(endpoints.createTeam).map(({ body }) => body)).toEqual([{ name: 'South' }]);
  });

  it('keep their name where renaming failed', async () => {
    server.replyError(endpoints.renameTeam, 'not_found', 'Team not found.');
    const inside = await name('Rename North', 'Rename Team', 'South');
    await inside.findByText('Team not found.');
  });

  it('are deleted after a confirmation that explains what happens to the agents', async () => {
    server.replyError(endpoints.deleteTeam, 'not_found', 'Team not found.');
    renderPart(<TeamsDialog onClose={vi.fn()} />);
    await press('Delete North');
    const inside = await dialog('Delete Team');
    await inside.findByText(/Its 2 agents will be left without a team/);
    await userEvent.click(inside.getByRole('button', { name: 'Delete' }));
    await inside.findByText('The team was not deleted. Please try again.');
    server.reply(endpoints.deleteTeam, { success: true });
    await userEvent.click(inside.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Team' })).toBeNull());
  });
});

describe('an agent’s page', () => {
  it('shows the team, which owners can change', async () => {
    server.reply(endpoints.assignTeam, { success: true });
    renderPart(<AgentTeamCard agentId={2} canChange isOwn={false} />);
    const select = await screen.findByLabelText('Agent team');
    expect(select).toHaveProperty('value', '4');
    await userEvent.selectOptions(select, 'No team');
    await waitFor(() => expect(server.calls(endpoints.assignTeam)[0]?.body).toEqual({ team_id: null }));
  });

  it('shows agents their team and what they can view', async () => {
    server.reply(endpoints.getNeedToKnow, { success: true, data: { sees: 'team', i_see: 'team' } });
    renderPart(<AgentTeamCard agentId={2} canChange={false} isOwn />);
    await screen.findByText('North');
    await screen.findByText('You see the clients of your team and unassigned clients.');
  });
});
