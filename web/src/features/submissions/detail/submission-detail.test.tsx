import { getClient } from '@ledgerline/contract/clients/endpoints';
import { listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import {
  deleteSubmission,
  getSubmission,
  getSubmissionDocument,
  listClientSubmissions,
  readSubmission,
  revealSubmissionField,
  unlinkSubmissionFromClient,
} from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aSubmission, DIFFERENT_NAME } from '../testing/submissions.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer()
    .replyError(getClient, 'not_found', 'Client not found.')
    .reply(listClientSubmissions, { success: true, data: [] })
    .reply(listTemplates, { success: true, forms: [] })
    .reply(readSubmission, { success: true, read_at: '2026-11-20T16:00:00.000Z' });
});

async function open(submission: Partial<Submission> = {}) {
  server.reply(getSubmission, { success: true, data: aSubmission(submission) });
  const app = renderApp('/crm/clients/7/forms/3');
  await screen.findByRole('heading', { name: 'Form: Personal Information' });
  return app;
}

const ANSWERS = {
  personalInfo: { firstName: 'Maria', ssn: '•••-••-6789', usCitizen: 'yes' },
  contactInfo: { primary_phone: '3055550123' },
  addressInfo: { city: 'Hialeah' },
  ownership: { beneficiaries: [{ name: 'Jose', relationship: 'Spouse', percentage: 100 }] },
  medicalHistory: { smokeStatus: 'Never' },
  banking: { accountNumber: '••••5678', routingNumber: '011000015' },
};

async function manage(entry: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Manage' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${entry}`) }));
}

it('links to the client and session of a submission', async () => {
  await open({ client_first_name: 'Maria', session_id: 5, session_type: 'Annual review' });
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([target('Maria'), target('Annual review')]).toEqual(['/crm/clients/7', '/crm/clients/7/sessions/5']);
});

describe('the answers of a submission', () => {
  it('are shown in their sections, secrets masked', async () => {
    await open({ form_data: ANSWERS });
    for (const title of [
      'Personal Information',
      'Contact Information',
      'Address Information',
      'Ownership & Beneficiaries',
      'Medical History',
      'Banking Information',
    ])
      screen.getByRole('heading', { name: title });
    screen.getByText('•••-••-6789');
    screen.getByText('••••5678');
    screen.getByText('(305) 555-0123');
    screen.getByText('Jose, Spouse, 100%');
  });

  it('show the name of the client, and show an answer once that is stored twice', async () => {
    await open({
      client_first_name: 'Maria',
      client_last_name: 'Alvarez',
      form_data: { personalInfo: { firstName: 'Mary', city: 'Hialeah' }, addressInfo: { city: 'Hialeah' } },
    });
    screen.getByText('Maria Alvarez');
    within(screen.getByRole('region', { name: 'Address Information' })).getByText('Hialeah');
    expect(screen.getAllByText('Hialeah')).toHaveLength(1);
  });

  it('reveal one secret on request', async () => {
    server.reply(revealSubmissionField, {
      success: true,
      field: 'banking.accountNumber',
      value: '0012345678',
    });
    await open({ form_data: ANSWERS });
    await userEvent.click(screen.getByRole('button', { name: 'Reveal Account number' }));
    await screen.findByText('0012345678');
    expect(server.calls(revealSubmissionField)[0]?.body).toEqual({ field: 'banking.accountNumber' });
    await userEvent.click(screen.getByRole('button', { name: 'Hide Account number' }));
    screen.getByText('••••5678');
  });

  it.each([
    [null, 'No Form Data'],
    [{}, 'No Form Data'],
    [{ elsewhere: { a: 1 } }, 'No Data Available'],
  ])('%j shows %s', async (form_data, title) => {
    await open({ form_data });
    screen.getByRole('heading', { name: title });
  });

  it('with an invalid structure list the problems', async () => {
    await open({ form_data: { personalInfo: 'text', banking: { bankName: [] } } });
    screen.getByRole('heading', { name: 'Form Data Structure Issue' });
    screen.getByText('The section personalInfo must be an object.');
    screen.getByText('The field banking.bankName must be a single value.');
  });

  it('show a load error with Try Again', async () => {
    server.replyError(getSubmission, 'not_allowed', 'No.');
    renderApp('/crm/clients/7/forms/3');
    await screen.findByText('Error loading form data. The form may not display correctly.');
    screen.getByRole('button', { name: 'Try Again' });
  });
});

describe('opening a submission', () => {
  it('marks it as read once', async () => {
    await open();
    await waitFor(() => expect(server.calls(readSubmission)).toHaveLength(1));
  });

  it('compares its answers with the client record before anything else', async () => {
    server.reply(listAnswerDifferences, { success: true, data: [DIFFERENT_NAME] });
    await open({ is_completed: true });
    const comparison = await screen.findByRole('region', { name: 'New answers' });
    const summary = screen.getByRole('region', { name: 'Form: Personal Information' });
    expect(comparison.compareDocumentPosition(summary)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('checks answers that still need a decision again', async () => {
    await open({ read_at: '2026-11-20T15:00:00.000Z', has_pending_answers: true });
    await waitFor(() => expect(server.calls(readSubmission)).toHaveLength(1));
  });

  it('marks nothing when it was already read', async () => {
    await open({ read_at: '2026-11-20T15:00:00.000Z' });
    expect(server.calls(readSubmission)).toEqual([]);
  });
});

describe('managing a submission', () => {
  it('deletes it after a confirmation by name, and shows a failure', async () => {
    server.replyError(deleteSubmission, 'wrong_state', 'Sent.');
    const { router } = await open();
    await manage('Delete');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Personal Information');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Failed to delete form. Please try again.');
    within(dialog).getByText('Sent.');
    server.reply(deleteSubmission, { success: true });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7'));
  });

  it('requires an owner to type the title of a completed one, and sends it', async () => {
    signInAs({ is_owner: true });
    server.reply(deleteSubmission, { success: true });
    await open({ status: 'completed', is_completed: true });
    await manage('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete form' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(button.disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText(/Type its title to delete it\./), 'Personal Information');
    expect(button.disabled).toBe(false);
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(server.calls(deleteSubmission)[0]?.body).toEqual({ confirm_title: 'Personal Information' }),
    );
  });

  it('tells agents that only an owner deletes a completed one', async () => {
    signInAs();
    await open({ status: 'completed', is_completed: true });
    await manage('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete form' }));
    dialog.getByText('This form is completed or signed. Only an owner can delete it.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  });

  it('shows the server’s message when it cannot be unlinked', async () => {
    server.replyError(unlinkSubmissionFromClient, 'wrong_state', 'It is part of a session.');
    await open();
    await manage('Unlink from Client');
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
    await screen.findByText('Failed to unlink from client: It is part of a session.');
  });

  it('explains why a submission of a session stays with its client', async () => {
    await open({ session_id: 4 });
    await userEvent.click(screen.getByRole('button', { name: 'Manage' }));
    const entry = await screen.findByRole('menuitem', { name: /^Unlink from Client/ });
    expect(entry).toHaveProperty('disabled', true);
    expect(entry.textContent).toContain('Unlink it from its session first.');
    screen.getByRole('menuitem', { name: 'Unlink from Session' });
  });
});

describe('the document of a submission', () => {
  const SIGNED = { type: 'DocuSign', has_advisor_signature: true } as const;

  it('shows in an embedded viewer once someone has signed', async () => {
    server.reply(getSubmissionDocument, {
      success: true,
      document: {
        signed_url: 'https://portal.test/api/files/x/agreement.pdf',
        file_name: 'agreement.pdf',
        mime_type: 'application/pdf',
        is_complete: true,
      },
    });
    await open(SIGNED);
    await screen.findByRole('region', { name: 'Preview of agreement.pdf' });
  });

  it('is hidden before', async () => {
    await open({ type: 'DocuSign' });
    screen.getByText('No signed document available');
  });

  it('shows when it cannot be loaded', async () => {
    server.replyError(getSubmissionDocument, 'not_allowed', 'No.');
    await open(SIGNED);
    await screen.findByText('Failed to load document for viewing');
  });
});
