import { changeSessionPasscode } from '@ledgerline/contract/sessions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aSession } from '../testing/sessions.ts';
import { ChangePasscodeDialog } from './change-passcode-dialog.tsx';

async function open(has_passcode: boolean) {
  const session = aSession({ has_passcode });
  const server = fakeServer().reply(changeSessionPasscode, { success: true, data: session, session });
  signInAs();
  const onClose = vi.fn();
  renderPart(<ChangePasscodeDialog session={session} onClose={onClose} />);
  return { server, onClose, dialog: within(await screen.findByRole('dialog')) };
}

const QUESTION = 'Remove the passcode?';
const question = async () => within(await screen.findByRole('dialog', { name: QUESTION }));

describe('the passcode of a session', () => {
  it('is changed, with at least four characters', async () => {
    const { server, onClose, dialog } = await open(true);
    await userEvent.type(dialog.getByLabelText('New passcode'), '135{Enter}');
    dialog.getByText('The passcode must be at least 4 characters.');
    expect(server.calls(changeSessionPasscode)).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('New passcode'), '7{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(changeSessionPasscode)[0]?.body).toEqual({ passcode: '1357' });
  });

  it('is removed after a confirmation that explains the consequence', async () => {
    const { server, onClose, dialog } = await open(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    const first = await question();
    first.getByText('Anyone with the link can then open this session.');
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
    expect(server.calls(changeSessionPasscode)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await userEvent.click((await question()).getByRole('button', { name: 'Remove Passcode' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(changeSessionPasscode)[0]?.body).toEqual({ passcode: null });
  });

  it('shows in its dialog that it could not be removed, and retries', async () => {
    const { server, onClose, dialog } = await open(true);
    server.replyError(changeSessionPasscode, 'not_allowed', 'No.');
    const remove = async () => {
      await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
      const confirmation = within(await screen.findByRole('dialog', { name: 'Remove the passcode?' }));
      await userEvent.click(confirmation.getByRole('button', { name: 'Remove Passcode' }));
    };
    await remove();
    await dialog.findByText('The passcode was not removed');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    const session = aSession({ has_passcode: false });
    server.reply(changeSessionPasscode, { success: true, data: session, session });
    await remove();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('is not discarded without confirmation', async () => {
    const { onClose, dialog } = await open(true);
    await userEvent.type(dialog.getByLabelText('New passcode'), '1357{Escape}');
    const confirmation = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
    await userEvent.click(confirmation.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('New passcode')).toHaveProperty('value', '1357');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is saved once, and not removed meanwhile', async () => {
    const { server, onClose, dialog } = await open(true);
    const answer = Promise.withResolvers<Response>();
    server.respond(changeSessionPasscode, () => answer.promise);
    await userEvent.type(dialog.getByLabelText('New passcode'), '1357{Enter}{Enter}');
    for (const name of ['Save', 'Remove'])
      expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', true);
    const session = aSession({ has_passcode: true });
    answer.resolve(Response.json({ success: true, data: session, session }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(changeSessionPasscode)).toHaveLength(1);
  });

  it('can be set where there was none', async () => {
    const { dialog } = await open(false);
    expect(dialog.queryByRole('button', { name: 'Remove' })).toBeNull();
  });
});
