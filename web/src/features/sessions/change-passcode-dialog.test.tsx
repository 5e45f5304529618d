import { changeSessionPasscode } from '@ledgerline/contract/sessions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { ChangePasscodeDialog } from './change-passcode-dialog.tsx';
import { aSession } from './testing/sessions.ts';

async function open(has_passcode: boolean) {
  const session = aSession({ has_passcode });
  const server = fakeServer().reply(changeSessionPasscode, { success: true, data: session, session });
  signInAs();
  const onClose = vi.fn();
  renderPart(<ChangePasscodeDialog session={session} onClose={onClose} />);
  return { server, onClose, dialog: within(await screen.findByRole('dialog')) };
}

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

  it('is taken away', async () => {
    const { server, dialog } = await open(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.calls(changeSessionPasscode)[0]?.body).toEqual({ passcode: null }));
  });

  it('can be set where there was none', async () => {
    const { dialog } = await open(false);
    expect(dialog.queryByRole('button', { name: 'Remove' })).toBeNull();
  });
});
