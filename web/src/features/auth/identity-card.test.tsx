import { getIdentity, removeIdentity } from '@ledgerline/contract/auth/sso/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { IdentityCard } from './identity-card.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const CONNECTED = {
  email: 'ada@acme.test',
  connected_at: '2026-11-20T15:00:00Z',
  last_used_at: '2026-11-24T15:00:00Z',
};

function open(identity: typeof CONNECTED | null, { hasSso = true, canDisconnect = true } = {}) {
  const server = fakeServer()
    .reply(getPublicSettings, {
      success: true,
      data: somePublicSettings(hasSso ? { sso: { name: 'Acme', only: false } } : {}),
    })
    .reply(getIdentity, { success: true, identity });
  renderPart(<IdentityCard agentId={7} isOwn={false} canDisconnect={canDisconnect} />);
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the single sign-on card', () => {
  it('shows the connected account, or that none is connected', async () => {
    open(CONNECTED, { canDisconnect: false });
    expect((await screen.findByText(/Signs in with Acme/)).textContent).toContain(
      'as ada@acme.test, since Nov 20',
    );
    expect(screen.queryByRole('button')).toBeNull();
    open(null);
    expect(await screen.findByText(/This agent has not signed in with Acme yet/)).toBeDefined();
  });

  it('is hidden without single sign-on', async () => {
    const server = open(CONNECTED, { hasSso: false });
    await waitFor(() => expect(server.calls(getPublicSettings)).toHaveLength(1));
    expect(screen.queryByText('Single sign-on')).toBeNull();
  });

  it('disconnects after confirmation; a failure is shown and can be retried', async () => {
    const server = open(CONNECTED);
    await press('Disconnect');
    await screen.findByRole('dialog', { name: 'Disconnect from Acme?' });
    server.replyError(removeIdentity, 'wrong_state', 'Not now.');
    const confirm = () => screen.getAllByRole('button', { name: 'Disconnect' }).at(-1) as HTMLElement;
    await userEvent.click(confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    server.reply(removeIdentity, { success: true }).reply(getIdentity, { success: true, identity: null });
    await userEvent.click(confirm());
    expect(await screen.findByText(/has not signed in with Acme yet/)).toBeDefined();
    expect(server.calls(removeIdentity)).toHaveLength(2);
  });
});
