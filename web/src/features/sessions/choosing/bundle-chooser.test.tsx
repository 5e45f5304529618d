import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { createSession, listClientSessions } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission, listSessionSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../testing/fake-server.ts';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { SessionsCard } from '../sessions-card.tsx';
import {
  addedForm,
  aForm,
  aSession,
  CATALOG,
  namedTemplate,
  ONBOARDING,
  REVIEW,
} from '../testing/sessions.ts';
import { StartAgainDialog } from './start-again-dialog.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function aServer(bundles = [REVIEW, ONBOARDING]) {
  const sessions = [aSession()];
  return new FakeServer()
    .reply(listBundles, { success: true, bundles })
    .reply(listClientSessions, { success: true, data: sessions, sessions })
    .reply(createSession, { success: true, id: 9, session: aSession({ id: 9 }), data: aSession({ id: 9 }) })
    .respond(createSubmission, () => Response.json(addedForm(1), { status: 201 }));
}

const started = async () => within(await screen.findByRole('dialog', { name: 'Start New Session' }));

async function openStart(server: FakeServer) {
  server.start();
  const user = userEvent.setup();
  const router = renderRouted(<SessionsCard clientId={7} catalog={CATALOG} sendLink={() => undefined} />);
  const button = await screen.findByRole('button', { name: 'Start New Session' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
  return { user, router, dialog: await started() };
}

const added = (server: FakeServer) => server.calls(createSubmission).map(({ body }) => body);

describe('a bundle in Start New Session', () => {
  it('selects its forms, lists unusable ones, and is sent to the server', async () => {
    const server = aServer();
    const { user, router, dialog } = await openStart(server);
    const chips = await within(await dialog.findByRole('group', { name: 'Bundles' })).findAllByRole(
      'checkbox',
    );
    expect(chips.map((chip) => (chip as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Annual review',
      'Onboarding',
    ]);
    dialog.getByRole('checkbox', { name: 'Onboarding' }).focus();
    await user.keyboard(' ');
    dialog.getByText('“Old Notice” cannot be added: the template was deleted.');
    for (const [name, isOn] of [
      ['Advisory Agreement', true],
      ['Privacy Notice', true],
      ['Personal Information', false],
    ] as const)
      expect(dialog.getByLabelText<HTMLInputElement>(name).checked).toBe(isOn);
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7/sessions/9'));
    expect(server.calls(createSession)[0]?.body).toEqual({
      client_id: 7,
      session_type: 'Onboarding',
      bundle_ids: [1],
    });
    expect(added(server)).toEqual([
      { form_id: 1, session_id: 9 },
      { form_id: 2, session_id: 9 },
    ]);
  });

  it('names the session until a name is typed', async () => {
    const server = aServer();
    const { user, dialog } = await openStart(server);
    const name = () => dialog.getByLabelText<HTMLInputElement>(/^Session name/).value;
    expect(name()).toBe('Session 2');
    await user.click(await dialog.findByRole('checkbox', { name: 'Onboarding' }));
    expect(name()).toBe('Onboarding');
    await user.type(dialog.getByLabelText(/^Session name/), ' May');
    await user.click(dialog.getByRole('checkbox', { name: 'Onboarding' }));
    expect(name()).toBe('Onboarding May');
    await user.click(dialog.getByRole('checkbox', { name: 'Onboarding' }));
    await user.type(dialog.getByLabelText('Title for the client'), ' Welcome ');
    dialog.getByText(/^Optional. Without it, the client sees “Your forms from .*” in their language.$/);
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await waitFor(() =>
      expect(server.calls(createSession)[0]?.body).toMatchObject({
        session_type: 'Onboarding May',
        client_title: 'Welcome',
      }),
    );
  });

  it('deselects its forms when clicked again', async () => {
    const { user, dialog } = await openStart(aServer());
    const chip = await dialog.findByRole('checkbox', { name: 'Annual review' });
    await user.click(chip);
    await user.click(chip);
    expect(dialog.getByLabelText<HTMLInputElement>('Advisory Agreement').checked).toBe(false);
  });

  it('is optional: without bundles, or while they cannot be loaded, forms are selected one by one', async () => {
    const { dialog } = await openStart(aServer([]));
    await dialog.findByText('No bundles yet. Create one under Forms, Form Templates, Bundles.');
  });

  it('shows that the bundles could not be loaded, next to selectable forms', async () => {
    const { dialog } = await openStart(aServer().replyError(listBundles, 'not_allowed', 'Not for you.'));
    await dialog.findByText('The bundles could not be loaded. Not for you.');
    dialog.getByRole('button', { name: 'Try Again' });
    dialog.getByLabelText('Advisory Agreement');
  });

  it('waits for the forms it selects', async () => {
    aServer().start();
    const none = { ...CATALOG, data: undefined, error: new Error('Gone.') };
    const user = userEvent.setup();
    renderRouted(<SessionsCard clientId={7} catalog={none} sendLink={() => undefined} />);
    const button = await screen.findByRole('button', { name: 'Start New Session' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await user.click(button);
    const dialog = await started();
    await dialog.findByText('The forms could not be loaded. Gone.');
    expect(dialog.queryByText('Bundles')).toBeNull();
  });

  it('confirms before starting when a template selected by a bundle no longer exists', async () => {
    const gone = {
      ...REVIEW,
      templates: [{ form_id: 99, name: 'Newer', problem: null, is_archived: false }],
    };
    const { user, dialog } = await openStart(aServer([gone]));
    await user.click(await dialog.findByRole('checkbox', { name: 'Annual review' }));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await screen.findByRole('dialog', { name: 'Start without forms?' });
  });

  it('stays selected when the session could not be created', async () => {
    const { user, dialog } = await openStart(aServer().replyError(createSession, 'not_allowed', 'No.'));
    await user.click(await dialog.findByRole('checkbox', { name: 'Onboarding' }));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await dialog.findByText('Failed to create session.');
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Onboarding' }).checked).toBe(true);
  });
});

/** The previous session list, marked stale. */
function ListFromBefore({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => {
    queryClient.setQueryData(['sessions', 'client', 7], []);
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  return children;
}

describe('Duplicate Session', () => {
  const catalog = {
    ...CATALOG,
    data: [{ label: 'A', templates: [namedTemplate(2, 'Privacy Notice', 'PDF'), namedTemplate(3, 'Gone')] }],
  };
  const forms = [
    aForm({ form_id: 2, type: 'PDF', title: 'Privacy Notice' }),
    aForm({ id: 4, form_id: 3, title: 'Gone' }),
  ];

  it('starts another session for the client with the usable forms, and lists the others', async () => {
    const server = aServer().reply(listSessionSubmissions, { success: true, sessionForms: forms }).start();
    const user = userEvent.setup();
    const onClose = vi.fn();
    const router = renderRouted(
      <StartAgainDialog opened onClose={onClose} session={aSession()} catalog={catalog} />,
    );
    const dialog = await started();
    await dialog.findByText('“Gone” cannot be added: it cannot be signed yet.');
    expect(dialog.getByLabelText<HTMLInputElement>('Privacy Notice').checked).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7/sessions/9'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.calls(createSession)[0]?.body).toEqual({ client_id: 7, session_type: 'Privacy Notice' });
    expect(added(server)).toEqual([{ form_id: 2, session_id: 9 }]);
  });

  it('recounts the sessions for the name, also when their list loads late', async () => {
    const late = Promise.withResolvers<void>();
    const server = aServer().reply(listSessionSubmissions, { success: true, sessionForms: forms }).start();
    const user = userEvent.setup();
    server.respond(listClientSessions, async () => {
      await late.promise;
      const sessions = [aSession(), aSession({ id: 6 })];
      return Response.json({ success: true, data: sessions, sessions });
    });
    const templates = [namedTemplate(2, 'Privacy Notice', 'PDF'), namedTemplate(3, 'Gone', 'PDF')];
    const two = { ...CATALOG, data: [{ label: 'A', templates }] };
    renderRouted(
      <ListFromBefore>
        <StartAgainDialog opened onClose={vi.fn()} session={aSession()} catalog={two} />
      </ListFromBefore>,
    );
    const dialog = await started();
    expect((await dialog.findByLabelText<HTMLInputElement>(/Session name/)).value).toBe('Session 1');
    await user.type(await dialog.findByLabelText(/Session name/), '{Enter}');
    expect(server.calls(createSession)).toEqual([]);
    late.resolve();
    await waitFor(() =>
      expect(server.calls(createSession)[0]?.body).toMatchObject({ session_type: 'Session 3' }),
    );
  });

  it('lists forms added in a newer version, and confirms when everything is left out', async () => {
    const changed = { ...namedTemplate(2, 'Privacy Notice', 'PDF'), updated_at: '2026-11-21T15:00:00.000Z' };
    aServer().reply(listSessionSubmissions, { success: true, sessionForms: forms }).start();
    const user = userEvent.setup();
    const newer = { ...CATALOG, data: [{ label: 'A', templates: [changed] }] };
    renderRouted(<StartAgainDialog opened onClose={vi.fn()} session={aSession()} catalog={newer} />);
    const dialog = await started();
    await dialog.findByText(
      '“Privacy Notice” is added in its newer version, because the template has changed.',
    );
    await user.click(dialog.getByLabelText('Privacy Notice'));
    await user.click(dialog.getByRole('button', { name: 'Start Session' }));
    await screen.findByRole('dialog', { name: 'Start without forms?' });
  });

  it('shows when the forms could not be loaded', async () => {
    aServer().replyError(listSessionSubmissions, 'not_allowed', 'Not for you.').start();
    renderRouted(<StartAgainDialog opened onClose={vi.fn()} session={aSession()} catalog={catalog} />);
    const dialog = await started();
    await dialog.findByText('The forms could not be loaded. Not for you.');
  });
});
