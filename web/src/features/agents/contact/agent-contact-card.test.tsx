import { updateAgentContact } from '@ledgerline/contract/agents/contact/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { grace, openAgent } from '../testing/open-agent.ts';

const PHOTO = '/api/agent-photos/1.png';

it('sends only what was changed, and keeps it after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { server } = await openAgent(grace, { id: grace.id });
  const card = within(await screen.findByRole('region', { name: 'Contact for clients' }));
  const save = async (reply: { phone: string | null; photo: string | null }) => {
    server.reply(updateAgentContact, { success: true, data: reply });
    await userEvent.click(card.getByRole('button', { name: 'Save Contact' }));
  };
  const lastBody = () => server.calls(updateAgentContact).at(-1)?.body;
  const phone = await card.findByLabelText('Phone for clients');
  await userEvent.type(phone, '5550100199');
  server.replyError(updateAgentContact, 'internal', 'Not now.');
  await userEvent.click(card.getByRole('button', { name: 'Save Contact' }));
  await screen.findByText('Not now.');
  await save({ phone: '(555) 010-0199', photo: null });
  await screen.findByText('Contact details saved.');
  expect(lastBody()).toEqual({ phone: '(555) 010-0199' });
  await userEvent.clear(phone);
  await save({ phone: null, photo: null });
  await vi.waitFor(() => expect(lastBody()).toEqual({ phone: null }));
});

it('shows and removes the stored photo', async () => {
  const { server } = await openAgent(grace, { id: grace.id }, { phone: null, photo: PHOTO });
  const card = within(await screen.findByRole('region', { name: 'Contact for clients' }));
  expect((await card.findByAltText('Photo of Grace Hopper')).getAttribute('src')).toBe(PHOTO);
  await userEvent.click(card.getByRole('button', { name: 'Remove Photo' }));
  expect(card.queryByAltText('Photo of Grace Hopper')).toBeNull();
  expect(card.getByRole('button', { name: 'Choose Photo' })).toBeDefined();
  server.reply(updateAgentContact, { success: true, data: { phone: null, photo: null } });
  await userEvent.click(card.getByRole('button', { name: 'Save Contact' }));
  await vi.waitFor(() => expect(server.calls(updateAgentContact).at(-1)?.body).toEqual({ photo: null }));
});
