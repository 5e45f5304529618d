import { updateSession } from '@ledgerline/contract/sessions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aSession } from '../testing/sessions.ts';
import { ChangeClientTitleDialog } from './change-client-title-dialog.tsx';

it('saves the title, and keeps what was typed when the request fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const session = aSession({ client_title: 'Review 2027' });
  const server = fakeServer().replyError(updateSession, 'not_allowed', 'Not for you.');
  signInAs();
  const onClose = vi.fn();
  renderPart(<ChangeClientTitleDialog session={aSession({ client_title: 'Review' })} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Title for the client' }));
  await userEvent.type(dialog.getByLabelText('Title for the client'), ' 2027 {Enter}');
  await dialog.findByText('Not for you.');
  expect(dialog.getByLabelText('Title for the client')).toHaveProperty('value', 'Review 2027 ');
  server.reply(updateSession, { success: true, data: session, session });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.calls(updateSession).at(-1)?.body).toEqual({ client_title: 'Review 2027' });
});
