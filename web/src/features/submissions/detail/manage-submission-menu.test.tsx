import { findDuplicates } from '@ledgerline/contract/clients/duplicates/endpoints';
import { createClient, searchClients } from '@ledgerline/contract/clients/endpoints';
import type { ErrorCode } from '@ledgerline/contract/errors';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  getSubmission,
  getSubmissionDocument,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { getTemplate } from '@ledgerline/contract/templates/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { maria } from '../testing/clients.ts';
import { aSubmission } from '../testing/submissions.ts';
import { ManageSubmissionMenu } from './manage-submission-menu.tsx';

const UNLINKED: Partial<Submission> = {
  client_id: null,
  form_data: {
    personalInfo: { firstName: 'Rosa', lastName: 'Marín', dateOfBirth: '1961-05-31' },
    contactInfo: { primary_phone: '3055550123', email: 'rosa@example.com' },
    addressInfo: { streetAddress: '12 Palm Way', city: 'Miami', state: 'fl', zip: '33101' },
  },
};

let server: FakeServer;
const onLinked = vi.fn();

beforeEach(() => {
  signInAs();
  onLinked.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = fakeServer();
});

async function choose(fields: Partial<Submission>, name: string) {
  renderRouted(
    <ManageSubmissionMenu
      submission={aSubmission(fields)}
      onGetLink={vi.fn()}
      onViewClient={vi.fn()}
      onLinked={onLinked}
      onGone={vi.fn()}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Manage' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

describe('Edit Form', () => {
  const edit = (fields: Partial<Submission> = {}) => choose(fields, 'Edit Form');
  /** The popup, as far as the screen uses it. */
  function aPopup() {
    const popup = { location: { href: '' }, closed: false, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
    return popup;
  }
  const link = (formUrl: string) =>
    server.reply(createClientLink, {
      success: true,
      data: {
        formUrl,
        expiresAt: '2026-11-27T15:00:00.000Z',
        sessionFormId: 3,
        token: 'a.b.c',
        title: 'Personal Information',
        status: 'pending',
        expiresSoon: false,
      },
    });

  it('opens the form in a window opened by the click itself', async () => {
    const popup = aPopup();
    link('http://portal.test/forms/personal-info/a.b.c');
    await edit();
    expect(window.open).toHaveBeenCalledWith('', '_blank', 'width=1200,height=800');
    await waitFor(() =>
      expect(popup.location.href).toBe('http://portal.test/forms/personal-info/a.b.c#edit=3'),
    );
    expect(server.calls(createClientLink)[0]?.body).toEqual({ formId: 1, clientId: 7, sessionFormId: 3 });
  });

  it.each([[{ has_advisor_signature: true }], [{ is_completed: true }], [{ is_voided: true }]])(
    'is hidden for %j',
    async (fields) => {
      await choose(fields, 'Get Form Link');
      await userEvent.click(screen.getByRole('button', { name: 'Manage' }));
      await screen.findByRole('menuitem', { name: 'Delete' });
      expect(screen.queryByRole('menuitem', { name: 'Edit Form' })).toBeNull();
    },
  );

  it('shows an error without any request when the sign-in is no longer stored', async () => {
    const popup = aPopup();
    link('http://portal.test/forms/personal-info/a.b.c');
    localStorage.removeItem('jwt');
    await edit();
    await screen.findByText('Authentication token not found. Please log in again.');
    expect(window.open).not.toHaveBeenCalled();
    expect(server.calls(createClientLink)).toEqual([]);
    expect(popup.location.href).toBe('');
  });

  it('shows an error when the browser blocks the window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    await edit();
    await screen.findByText('Please allow popups for this site to edit forms');
  });

  it('shows an error when the window fails', async () => {
    vi.spyOn(window, 'open').mockImplementation(() => {
      throw new Error('refused');
    });
    await edit();
    await screen.findByText('Failed to open form for editing. Please try again.');
  });

  it('closes the window and shows why there is no link', async () => {
    const popup = aPopup();
    server.replyError(createClientLink, 'wrong_state', 'Form source not configured');
    await edit();
    await screen.findByText('Unable to generate secure link. Please use "Get Form Link" instead.');
    expect(popup.close).toHaveBeenCalledOnce();
  });

  it('shows an error when the response contains no URL', async () => {
    aPopup();
    link('');
    await edit();
    await screen.findByText('Unable to generate form URL. Please use "Get Form Link" instead.');
  });

  it('shows an error when the form’s configuration cannot be read', async () => {
    aPopup();
    server.replyError(getTemplate, 'not_found', 'Gone.');
    await edit({ form_link_id: null });
    await screen.findByText('Unable to load form configuration. Please use "Get Form Link" instead.');
  });

  it('shows that a form without its own link cannot be opened', async () => {
    aPopup();
    await edit({ type: 'PDF' });
    await screen.findByText(
      'This form cannot be opened directly. Please use "Get Form Link" to generate the proper URL.',
    );
  });
});

const MARIA = maria({ id: 8 });

describe('Link to Client', () => {
  async function link() {
    server.reply(searchClients, { success: true, data: [MARIA] });
    await choose(UNLINKED, 'Link to Client');
    const dialog = await screen.findByRole('dialog', { name: 'Link to Client' });
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'maria' } });
    await userEvent.click(await screen.findByRole('button', { name: /^Maria Alvarez/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Link to Client' }));
  }

  it('links the form to the client', async () => {
    server.reply(updateSubmission, { success: true, data: aSubmission({ client_id: 8 }) });
    await link();
    await waitFor(() => expect(onLinked).toHaveBeenCalledWith(8));
    expect(server.calls(updateSubmission)[0]?.body).toEqual({ client_id: 8 });
  });

  it('requires a client', async () => {
    await choose(UNLINKED, 'Link to Client');
    const dialog = await screen.findByRole('dialog', { name: 'Link to Client' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Link to Client' }));
    await screen.findByText('Client ID is missing. Please try again.');
  });

  it.each<[ErrorCode, string]>([
    ['validation_failed', 'Invalid request. Please check the form data and try again.'],
    ['not_allowed', 'Access denied. You do not have permission to perform this action.'],
    ['not_found', 'Form or client not found. Please refresh and try again.'],
    ['wrong_state', 'Failed to link form to client. Please try again.'],
  ])('shows for %s: %s', async (code, text) => {
    server.replyError(updateSubmission, code, 'No.');
    await link();
    await screen.findByText(text);
  });
});

describe('Add Client from Form', () => {
  async function add() {
    await choose(UNLINKED, 'Add Client from Form');
    const dialog = await screen.findByRole('dialog', { name: 'Add Client from Form' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add Client' }));
  }
  beforeEach(() => void server.reply(findDuplicates, { success: true, data: [] }));
  const created = (id: number) =>
    server.reply(createClient, {
      success: true,
      id,
      data: { id, created_at: '2026-11-20T15:00:00.000Z', updated_at: '2026-11-20T15:00:00.000Z' },
    });

  it('copies the answers, creates the client and links the form', async () => {
    created(12).reply(updateSubmission, { success: true, data: aSubmission({ client_id: 12 }) });
    await add();
    await waitFor(() => expect(onLinked).toHaveBeenCalledWith(12));
    expect(server.calls(createClient)[0]?.body).toEqual({
      client_first_name: 'Rosa',
      client_last_name: 'Marín',
      primary_email: 'rosa@example.com',
      primary_phone: '3055550123',
      dob: '1961-05-31',
      address: '12 Palm Way, Miami, FL 33101',
      status: 'new',
    });
    expect(server.calls(updateSubmission)[0]?.body).toEqual({ client_id: 12 });
  });

  it('links the form to an existing client who may be the same person', async () => {
    const likely = { ...MARIA, dob: null, primary_email: 'rosa@example.com', reasons: ['email' as const] };
    server.reply(findDuplicates, { success: true, data: [likely] });
    server.reply(updateSubmission, { success: true, data: aSubmission({ client_id: 8 }) });
    await add();
    await screen.findByText('Same email address');
    await userEvent.click(screen.getByRole('button', { name: 'Use Maria Alvarez' }));
    await waitFor(() => expect(onLinked).toHaveBeenCalledWith(8));
    expect(server.calls(createClient)).toEqual([]);
    expect(server.calls(updateSubmission)[0]?.body).toEqual({ client_id: 8 });
  });

  it('requires both names', async () => {
    await choose({ client_id: null }, 'Add Client from Form');
    const dialog = await screen.findByRole('dialog', { name: 'Add Client from Form' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add Client' }));
    expect(
      within(dialog)
        .getByLabelText(/^First name/)
        .getAttribute('aria-invalid'),
    ).toBe('true');
    expect(server.received).toEqual([]);
  });

  it('shows an error when the response contains no id', async () => {
    created(0);
    await add();
    await screen.findByText('Failed to create client - no ID returned');
  });

  it('shows the same error when the response omits the data, and creates no second client', async () => {
    server.respond(createClient, () => Response.json({ success: true }, { status: 201 }));
    await add();
    await screen.findByText('Failed to create client - no ID returned');
    const dialog = within(screen.getByRole('dialog', { name: 'Add Client from Form' }));
    expect(dialog.getByRole('button', { name: 'Add Client' }).hasAttribute('disabled')).toBe(true);
    expect(server.calls(createClient)).toHaveLength(1);
  });

  it('shows when the client was created but not linked, and creates no second one', async () => {
    created(12).replyError(updateSubmission, 'wrong_state', 'No.');
    await add();
    await screen.findByText('Client created but failed to link to form. Please link manually.');
    expect(screen.getByRole('button', { name: 'Add Client' })).toHaveProperty('disabled', true);
  });

  it('shows when it failed', async () => {
    server.replyError(createClient, 'not_allowed', 'No.');
    await add();
    await screen.findByText('Failed to create client. Please try again.');
  });
});

describe('Document and Signing', () => {
  it('opens the detail modal of a form with a document', async () => {
    const form = aSubmission({ type: 'DocuSign', read_at: '2026-11-20T15:00:00.000Z' });
    server
      .reply(getSubmission, { success: true, data: form })
      .replyError(getSubmissionDocument, 'not_found', 'None yet.');
    await choose(form, 'Document and Signing');
    await screen.findByRole('region', { name: 'Status' });
  });

  it('is hidden for a web form', async () => {
    await choose({}, 'Get Form Link');
    await userEvent.click(screen.getByRole('button', { name: 'Manage' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Document and Signing' })).toBeNull();
  });
});
