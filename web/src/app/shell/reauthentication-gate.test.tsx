import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { deleteClient, getClient } from '@ledgerline/contract/clients/endpoints';
import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { api } from '../../lib/api.ts';
import { PASSWORD_ALONE } from '../../testing/reauthentication.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { ReauthenticationGate } from './reauthentication-gate.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A dialog with typed text, from which an action requires re-authentication. */
function Screen({ calls = 1 }: { calls?: number }) {
  const [messages, setMessages] = useState<string[]>([]);
  const request = () =>
    api(deleteClient, { params: { id: 7 } }).then(
      () => setMessages((was) => [...was, 'done']),
      (error: Error) => setMessages((was) => [...was, error.message]),
    );
  return (
    <>
      <GuardedModal opened onClose={() => undefined} title="Below">
        <input aria-label="Note" />
        <Button onClick={() => Array.from({ length: calls }, request)}>Do it</Button>
        <output>{messages.join(', ')}</output>
      </GuardedModal>
      <ReauthenticationGate />
    </>
  );
}

/** Rejects until re-authenticated. */
function reauthenticationServer() {
  const server = fakeServer();
  let isReauthenticated = false;
  server
    .reply(getReauthenticationMethods, { success: true, data: PASSWORD_ALONE })
    .reply(reauthenticate, () => {
      isReauthenticated = true;
      return { success: true as const };
    })
    .respond(deleteClient, () =>
      isReauthenticated
        ? Response.json({ success: true })
        : Response.json(
            { success: false, code: 'proof_needed', message: 'Please confirm your identity.' },
            { status: 403 },
          ),
    );
  return server;
}

async function start(calls = 1) {
  signInAs();
  renderPart(<Screen calls={calls} />);
  await userEvent.type(screen.getByLabelText('Note'), 'typed');
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  return screen.findByRole('dialog', { name: 'Confirm your identity' });
}

const typePassword = async () => userEvent.type(await screen.findByLabelText('Password'), 'secret 1{Enter}');

describe('a request that needs re-authentication', () => {
  it('prompts over open dialogs, and is resent with its idempotency key', async () => {
    const server = reauthenticationServer();
    await start();
    await typePassword();
    await screen.findByText('done');
    expect(server.calls(reauthenticate)[0]?.body).toEqual({ password: 'secret 1' });
    const keys = server.calls(deleteClient).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, keys[0]]).toEqual([2, keys[1]]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
  });

  it('fails with its own message when the prompt is cancelled', async () => {
    const server = reauthenticationServer();
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('Please confirm your identity.');
    expect(server.calls(deleteClient)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
  });

  it('shares the prompt with requests rejected at the same moment', async () => {
    const server = reauthenticationServer();
    await start(3);
    expect(screen.getAllByRole('dialog', { name: 'Confirm your identity' })).toHaveLength(1);
    await typePassword();
    await screen.findByText('done, done, done');
    expect(server.calls(reauthenticate)).toHaveLength(1);
  });

  it('prompts again when it is rejected again', async () => {
    reauthenticationServer();
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('Please confirm your identity.');
    await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await screen.findByRole('dialog', { name: 'Confirm your identity' });
  });

  it('shows at its field that the credentials were rejected', async () => {
    const server = reauthenticationServer();
    const message = 'The current password is incorrect.';
    server.replyError(reauthenticate, 'validation_failed', message, {
      fields: [{ path: 'password', message }],
    });
    await start();
    await typePassword();
    await screen.findByText(message);
    const dialog = screen.getByRole('dialog', { name: 'Confirm your identity' });
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(dialog.querySelector('[role="alert"]')).toBeNull();
  });

  it('does not prompt when a request fails for another reason', async () => {
    fakeServer().replyError(getClient, 'not_allowed', 'No.');
    renderPart(<ReauthenticationGate />);
    await expect(api(getClient, { params: { id: 7 } })).rejects.toThrow('No.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
