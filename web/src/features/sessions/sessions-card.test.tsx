import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { SESSION_STATUSES } from '@ledgerline/contract/rules';
import {
  createSession,
  generateSessionToken,
  listClientSessions,
} from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceCodeDrawing } from '../../components/ui/testing/drawn-codes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { renderRouted } from '../../testing/render-routed.tsx';
import { SessionStatusBadge } from './session-status-badge.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { addedForm, aSession, CATALOG } from './testing/sessions.ts';

beforeEach(() => {
  replaceCodeDrawing();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function aServer(sessions = [aSession()]) {
  return new FakeServer()
    .reply(listClientSessions, { success: true, data: sessions, sessions })
    .reply(listBundles, { success: true, bundles: [] })
    .reply(createSession, { success: true, id: 9, session: aSession({ id: 9 }), data: aSession({ id: 9 }) })
    .respond(createSubmission, () => Response.json(addedForm(1), { status: 201 }));
}

async function openStart(server: FakeServer, catalog = CATALOG) {
  server.start();
  const user = userEvent.setup();
  const router = renderRouted(<SessionsCard clientId={7} catalog={catalog} sendLink={() => undefined} />);
  const button = await screen.findByRole('button', { name: 'Start New Session' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
  const isAt = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  return { user, isAt, dialog: within(await screen.findByRole('dialog', { name: 'Start New Session' })) };
}

describe('the Sessions card', () => {
  it('lists name, status, forms, total, what is owed and views, and each row opens its session', async () => {
    const session = aSession({
      status: 'Pending Client Signature',
      forms_count: 2,
      total_cents: 12840,
      balance: { paid_cents: 10_000, settled_cents: 10_000 },
      client_last_viewed_at: '2026-11-21T15:00:00.000Z',
    });
    aServer([session, aSession({ id: 6, session_type: 'Review' })]).start();
    renderRouted(<SessionsCard clientId={7} catalog={CATALOG} sendLink={() => undefined} />);
    const link = await screen.findByRole('link', { name: /^Session 1/ });
    expect(link.getAttribute('href')).toBe('/crm/clients/7/sessions/5');
    for (const text of [
      'Pending Client Signature',
      '2 forms',
      '$128.40',
      '$28.40 owed',
      'Viewed by client Nov 21, 2026',
    ])
      within(link).getByText(text);
    screen.getByText('0 forms');
  });

  it('shows an empty state that explains sessions, and a load error', async () => {
    const server = aServer([]);
    server.start();
    renderRouted(<SessionsCard clientId={7} catalog={CATALOG} sendLink={() => undefined} />);
    await screen.findByText(/^No sessions yet\./);
    cleanup();
    server.replyError(listClientSessions, 'not_allowed', 'Not for you.');
    renderRouted(<SessionsCard clientId={7} catalog={CATALOG} sendLink={() => undefined} />);
    await screen.findByText('The sessions could not be loaded. Not for you.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('shows every status in a different color', () => {
    renderPart(SESSION_STATUSES.map((status) => <SessionStatusBadge key={status} status={status} />));
    const styles = SESSION_STATUSES.map((status) =>
      screen.getByText(status).closest('.mantine-Badge-root')?.getAttribute('style'),
    );
    expect(new Set(styles).size).toBe(SESSION_STATUSES.length);
  });

  it('opens Get Session Link with a retry after an error, Manage Session and View Client Session', async () => {
    const link = {
      success: true,
      token: 'a.b.c',
      url: 'http://portal.test/secure/a.b.c',
      expiresAt: '2099-01-01T15:00:00.000Z',
      expiresSoon: false,
      message: '',
    } as const;
    const server = aServer().replyError(generateSessionToken, 'wrong_state', 'Not now.').start();
    const user = userEvent.setup();
    renderRouted(<SessionsCard clientId={7} catalog={CATALOG} sendLink={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Get Session Link: Session 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Get Session Link: Session 1' }));
    await dialog.findByText('Failed to get secure token');
    dialog.getByText('Not now.');
    server.reply(generateSessionToken, link);
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    await dialog.findByDisplayValue('http://portal.test/secure/a.b.c');
    dialog.getByText(/^Expires Jan 1, 2099/);
    dialog.getByRole('img', { name: 'QR code of the link to Session 1' });
    expect(dialog.getByRole('link', { name: 'Manage Session' }).getAttribute('href')).toBe(
      '/crm/clients/7/sessions/5',
    );
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await user.click(dialog.getByRole('button', { name: 'View Client Session' }));
    expect(open.mock.calls[0]?.[0]).toBe('http://portal.test/secure/a.b.c#preview');
    dialog.getByText('Please allow popups for this site to open the form link');
  });
});

describe('Start New Session', () => {
  it('continues numbering from the existing sessions', async () => {
    const { dialog } = await openStart(aServer([aSession(), aSession({ id: 6 })]));
    dialog.getByDisplayValue('Session 3');
  });

  it('starts with Session 1 for a client without sessions', async () => {
    const { dialog } = await openStart(aServer([]));
    dialog.getByDisplayValue('Session 1');
  });

  it('requires a name', async () => {
    const server = aServer();
    const { user, dialog } = await openStart(server);
    await user.clear(dialog.getByLabelText(/^Session name/));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    dialog.getByText('Please enter a session name');
    expect(server.calls(createSession)).toHaveLength(0);
  });

  it('confirms before starting a session without forms', async () => {
    const server = aServer();
    const { user, isAt, dialog } = await openStart(server);
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    const question = within(await screen.findByRole('dialog', { name: 'Start without forms?' }));
    expect(server.calls(createSession)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Start Session' }));
    await isAt('/crm/clients/7/sessions/9');
    expect(server.calls(createSession)[0]?.body).toEqual({ client_id: 7, session_type: 'Session 2' });
    expect(server.calls(createSubmission)).toHaveLength(0);
  });

  it('finds forms by a search, and adds templates and custom forms in order', async () => {
    const server = aServer();
    const { user, isAt, dialog } = await openStart(server);
    await user.type(dialog.getByLabelText('Forms'), 'web form');
    expect(dialog.queryByLabelText('Advisory Agreement')).toBeNull();
    await user.click(dialog.getByLabelText('Personal Information'));
    await user.clear(dialog.getByLabelText('Forms'));
    await user.click(dialog.getByLabelText('Advisory Agreement'));
    await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.type(dialog.getByLabelText('Title'), '   ');
    await user.click(dialog.getByRole('button', { name: 'Add Custom Form' }));
    dialog.getByText('Please enter a title');
    await user.click(dialog.getByLabelText('Link'));
    await user.type(dialog.getByLabelText('Title'), 'Carrier portal');
    await user.type(dialog.getByLabelText('Web address'), 'https://example.com/apply{Enter}');
    await user.type(dialog.getByLabelText('Passcode'), '471');
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    dialog.getByText('The passcode must be at least 4 characters.');
    await user.type(dialog.getByLabelText('Passcode'), '1');
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await isAt('/crm/clients/7/sessions/9');
    expect(server.calls(createSession)[0]?.body).toMatchObject({ passcode: '4711' });
    expect(server.calls(createSubmission).map(({ body }) => body)).toEqual([
      { session_id: 9, form_id: 1 },
      { session_id: 9, form_id: 3 },
      { session_id: 9, title: 'Carrier portal', type: 'Link', external_url: 'https://example.com/apply' },
    ]);
  });

  it('includes a custom form typed but not added yet, or shows its errors', async () => {
    const server = aServer();
    const { user, isAt, dialog } = await openStart(server);
    await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.click(dialog.getByLabelText('Link'));
    await user.type(dialog.getByLabelText('Title'), 'Carrier portal');
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    dialog.getByText('Please enter a web address such as https://example.com');
    expect(server.calls(createSession)).toHaveLength(0);
    await user.type(dialog.getByLabelText('Web address'), 'https://example.com/apply');
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await isAt('/crm/clients/7/sessions/9');
    expect(server.calls(createSubmission).map(({ body }) => body)).toEqual([
      { session_id: 9, title: 'Carrier portal', type: 'Link', external_url: 'https://example.com/apply' },
    ]);
  });

  it('is not started by Enter in the search, which selects the only result', async () => {
    const server = aServer();
    const { user, dialog } = await openStart(server);
    const search = dialog.getByLabelText('Forms');
    await user.type(search, '{Enter}');
    expect(dialog.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    await user.type(search, 'advisory{Enter}');
    expect(dialog.getByLabelText('Advisory Agreement')).toHaveProperty('checked', true);
    await user.type(search, '{Enter}');
    expect(dialog.getByLabelText('Advisory Agreement')).toHaveProperty('checked', true);
    expect(screen.queryByRole('dialog', { name: 'Start without forms?' })).toBeNull();
    expect(server.calls(createSession)).toHaveLength(0);
  });

  it('selects nothing on Enter without a search, even with a single form', async () => {
    const [group] = CATALOG.data ?? [];
    const alone = group && [{ ...group, templates: group.templates.slice(0, 1) }];
    const { user, dialog } = await openStart(aServer(), { ...CATALOG, data: alone });
    await user.type(dialog.getByLabelText('Forms'), '{Enter}');
    expect(dialog.getByRole('checkbox')).toHaveProperty('checked', false);
  });

  it.each(['Start Session', 'Add Custom Form'])(
    'focuses a missing input of a custom form on %s',
    async (by) => {
      const { user, dialog } = await openStart(aServer());
      await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
      const file = new File(['x'], 'x.txt', { type: 'text/plain' });
      const chooser = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type="file"]');
      if (chooser) await userEvent.setup({ applyAccept: false }).upload(chooser, file);
      await user.type(dialog.getByLabelText('Title'), 'Own letter');
      await user.click(dialog.getByRole('button', { name: by }));
      expect(document.activeElement).toBe(dialog.getByLabelText('PDF file'));
      await user.click(dialog.getByLabelText('Link'));
      await user.click(dialog.getByRole('button', { name: by }));
      expect(document.activeElement).toBe(dialog.getByLabelText('Web address'));
    },
  );

  it('keeps the focus when custom fields open and close', async () => {
    const { user, dialog } = await openStart(aServer());
    await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Own letter{Enter}');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.click(dialog.getByRole('button', { name: 'Remove Own letter' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.type(dialog.getByLabelText('Title'), 'Own letter{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Custom Form' }));
    await user.click(dialog.getByRole('button', { name: 'Remove Own letter' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Forms'));
  });

  it('shows when the session was not created', async () => {
    const { user, isAt, dialog } = await openStart(aServer().replyError(createSession, 'not_allowed', 'No.'));
    await user.click(dialog.getByLabelText('Advisory Agreement'));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await dialog.findByText('Failed to create session.');
    await isAt('/');
  });

  it('shows the same error for a session without forms, and starts it on retry', async () => {
    const server = aServer().replyError(createSession, 'not_allowed', 'No.');
    const { user, isAt, dialog } = await openStart(server);
    const start = async () => {
      await user.click(dialog.getByRole('button', { name: 'Start Session' }));
      const question = within(await screen.findByRole('dialog', { name: 'Start without forms?' }));
      await user.click(question.getByRole('button', { name: 'Start Session' }));
    };
    await start();
    await dialog.findByText('Failed to create session.');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    const session = aSession({ id: 9 });
    server.reply(createSession, { success: true, id: 9, session, data: session });
    await start();
    await isAt('/crm/clients/7/sessions/9');
  });

  it('shows an error when the response contains no id', async () => {
    const server = aServer().respond(createSession, () => Response.json({ success: true }, { status: 201 }));
    const { user, dialog } = await openStart(server);
    await user.click(dialog.getByLabelText('Advisory Agreement'));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await dialog.findByText('Session created, but session ID missing');
    expect(server.calls(createSubmission)).toHaveLength(0);
  });

  it('logs and skips a form that cannot be added, and adds the others', async () => {
    const server = aServer().respond(createSubmission, ({ body }) =>
      JSON.stringify(body).includes('"form_id":1')
        ? Response.json({ success: false, message: 'No.', code: 'not_allowed' }, { status: 403 })
        : Response.json(addedForm(1), { status: 201 }),
    );
    const { user, isAt, dialog } = await openStart(server);
    await user.click(dialog.getByLabelText('Advisory Agreement'));
    await user.click(dialog.getByLabelText('Personal Information'));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await isAt('/crm/clients/7/sessions/9');
    expect(server.calls(createSubmission)).toHaveLength(2);
    expect(vi.mocked(console.error).mock.calls[0]?.[0]).toContain('Advisory Agreement');
  });
});
