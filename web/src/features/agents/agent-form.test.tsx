import {
  changeAgentPassword,
  checkAgentEmail,
  createAgent,
  getAgent,
  listAgents,
  updateAgent,
} from '@ledgerline/contract/agents/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { grace, OWNER, openAgent } from './testing/open-agent.ts';

async function retype(label: RegExp, text: string) {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('adding an agent', () => {
  async function openNew(claims = OWNER) {
    const server = fakeServer().reply(listAgents, { success: true, data: [] });
    signInAs(claims);
    const app = renderApp('/crm/agents/new');
    await screen.findByLabelText(/First name/);
    return { server, ...app };
  }
  const add = () => {
    const form = screen.getByLabelText(/First name/).closest('form');
    return userEvent.click(within(form ?? document.body).getByRole('button', { name: 'Add Agent' }));
  };
  const fill = async () => {
    await userEvent.type(screen.getByLabelText(/First name/), 'Grace');
    await userEvent.type(screen.getByLabelText(/Last name/), 'Hopper');
    await userEvent.type(screen.getByLabelText(/Email/), 'grace@example.com');
    await userEvent.type(screen.getByLabelText(/Username/), 'grace');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret');
  };

  it('is blocked while a required field is missing', async () => {
    const { server } = await openNew();
    await add();
    expect(screen.getByText('Please fix the validation errors before submitting.')).toBeDefined();
    for (const label of ['First name', 'Last name', 'Email', 'Username', 'Password']) {
      expect(screen.getByText(`${label} is required`)).toBeDefined();
    }
    expect(server.calls(createAgent)).toHaveLength(0);
  });

  it('sends the fields and the chosen access levels, and returns to the agents', async () => {
    const { server, router } = await openNew();
    server.reply(createAgent, { success: true, id: 2, data: grace });
    await fill();
    await userEvent.click(screen.getByLabelText('Advisor'));
    await add();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/agents'));
    expect(server.calls(createAgent)[0]?.body).toEqual({
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@example.com',
      username: 'grace',
      password: 'secret',
      is_advisor: true,
      is_owner: false,
      is_developer: false,
      has_all_staff_access: false,
    });
    expect(server.calls(checkAgentEmail)).toHaveLength(0);
  });

  it('shows a taken email reported by the server', async () => {
    const { server } = await openNew();
    server.replyError(createAgent, 'duplicate', 'This email is already in use by another agent');
    await fill();
    await add();
    expect(await screen.findAllByText('This email is already in use by another agent')).toHaveLength(2);
  });

  it('has no Delete, and no access levels or back link without all-staff access', async () => {
    await openNew({ ...OWNER, has_all_staff_access: false });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByText('Access level')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Back to Agents' })).toBeNull();
  });

  it('rejects a password of five characters', async () => {
    await openNew();
    await userEvent.type(screen.getByLabelText(/^Password/), '12345');
    await add();
    expect(screen.getByText('Password must be at least 6 characters.')).toBeDefined();
  });
});

describe('editing an agent', () => {
  it('shows access levels with their meaning, and the back link, to all-staff users', async () => {
    await openAgent(grace);
    const meanings = ['Can sign documents', 'Highest privilege', 'Can manage the system'];
    for (const text of meanings) expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText('Sees all agents and their access levels')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Agents' }).getAttribute('href')).toBe('/crm/agents');
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
  });

  it('rejects an invalid email', async () => {
    const { server } = await openAgent(grace);
    await retype(/Email/, 'grace@example');
    await save();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(screen.getByText('Please fix the validation errors before submitting.')).toBeDefined();
    expect(server.calls(updateAgent)).toHaveLength(0);
  });

  it('checks a changed email once after a pause, excluding the agent itself', async () => {
    const { server } = await openAgent(grace);
    server.reply(checkAgentEmail, { success: true, available: false });
    await retype(/Email/, 'ada@example.com');
    expect(server.calls(checkAgentEmail)).toHaveLength(0);
    expect(await screen.findByText('This email is already in use by another agent')).toBeDefined();
    const requests = server.calls(checkAgentEmail).map(({ query }) => Object.fromEntries(query));
    expect(requests).toEqual([{ email: 'ada@example.com', excludeId: '2' }]);
    await save();
    expect(screen.getByText('Please fix the validation errors before submitting.')).toBeDefined();
    expect(server.calls(updateAgent)).toHaveLength(0);
  });

  it('omits access levels the caller may not see', async () => {
    const { server } = await openAgent({ ...grace, id: 7 }, { id: 7 });
    server.reply(updateAgent, { success: true, data: { ...grace, id: 7, first_name: 'Gracie' } });
    await retype(/First name/, 'Gracie');
    await save();
    await waitFor(() => expect(server.calls(updateAgent)).toHaveLength(1));
    expect(server.calls(updateAgent)[0]?.body).toEqual({
      first_name: 'Gracie',
      last_name: 'Hopper',
      email: 'grace@example.com',
      username: 'grace',
    });
  });

  it('updates the name in the shell for one’s own account', async () => {
    const { server } = await openAgent({ ...grace, id: 7 }, { id: 7 });
    server.reply(updateAgent, { success: true, data: { ...grace, id: 7, first_name: 'Gracie' } });
    await retype(/First name/, 'Gracie');
    await save();
    expect(await screen.findByText('Gracie Hopper')).toBeDefined();
    expect(localStorage.getItem('adminFirstName')).toBe('Gracie');
  });

  it.each([
    [400, undefined, 'Invalid data provided. Please check your input.'],
    [404, undefined, 'Failed to save changes. Please try again.'],
    [403, 'Only an owner may do that.', 'Only an owner may do that.'],
  ])('failing with %i and message %j shows "%s"', async (status, message, text) => {
    const { server } = await openAgent(grace);
    server.respond(updateAgent, () => Response.json(message ? { success: false, message } : {}, { status }));
    await retype(/First name/, 'Gracie');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('shows "Failed to load admin details" for an unknown agent', async () => {
    fakeServer().replyError(getAgent, 'not_found', 'Agent not found.');
    signInAs(OWNER);
    renderApp('/crm/agents/99');
    expect(await screen.findByText('Failed to load admin details')).toBeDefined();
  });

  it('warns before leaving unsaved input, and can stay', async () => {
    const { router } = await openAgent(grace);
    await retype(/First name/, 'Gracie');
    await userEvent.click(screen.getByRole('link', { name: 'Payments' }));
    expect(await screen.findByText('Leave without saving?')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/crm/agents/2');
    await userEvent.click(screen.getByRole('link', { name: 'Payments' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/payments'));
  });
});

describe('changing a password', () => {
  async function openDialog() {
    const opened = await openAgent(grace);
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    return { ...opened, dialog: within(await screen.findByRole('dialog')) };
  }

  it('rejects fewer than 6 characters', async () => {
    const { server, dialog } = await openDialog();
    await userEvent.type(dialog.getByLabelText('New password'), '12345');
    await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
    expect(dialog.getByText('Password must be at least 6 characters.')).toBeDefined();
    expect(server.calls(changeAgentPassword)).toHaveLength(0);
  });

  it('submits the new password and closes', async () => {
    const { server, dialog } = await openDialog();
    server.reply(changeAgentPassword, { success: true });
    await userEvent.type(dialog.getByLabelText('New password'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(changeAgentPassword)[0]?.body).toEqual({ password: '123456' });
  });

  it('requires the current password for one’s own account', async () => {
    const { server } = await openAgent({ ...grace, id: 7 }, { id: 7 });
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('New password'), '123456{Enter}');
    expect(dialog.getByText('Please enter your current password.')).toBeDefined();
    expect(server.calls(changeAgentPassword)).toHaveLength(0);
    server.reply(changeAgentPassword, { success: true });
    await userEvent.type(dialog.getByLabelText('Current password'), 'old one{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = { password: '123456', current_password: 'old one' };
    expect(server.calls(changeAgentPassword)[0]?.body).toEqual(sent);
  });

  it('shows "Failed to update password" and can be retried; Esc warns before input is lost', async () => {
    const { server, dialog } = await openDialog();
    server.replyError(changeAgentPassword, 'not_allowed', 'Only an owner may do that.');
    await userEvent.type(dialog.getByLabelText('New password'), '123456{Enter}');
    expect(await dialog.findByText('Failed to update password')).toBeDefined();
    expect(dialog.getByText('Only an owner may do that.')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    const confirmation = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
    await userEvent.click(confirmation.getByRole('button', { name: 'Keep editing' }));
    server.reply(changeAgentPassword, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(changeAgentPassword)).toHaveLength(2);
  });
});
