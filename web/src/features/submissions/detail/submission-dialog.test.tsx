import {
  backgroundSync,
  refreshSubmissionStatus,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import {
  attachSubmissionDocument,
  deleteSubmission,
  downloadSubmission,
  getSubmission,
  getSubmissionDocument,
  readSubmission,
  removeSubmissionDocument,
  unlinkSubmissionFromSession,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { DOCUMENT, SENT, SIGNED } from '../testing/signing.ts';
import { aSubmission } from '../testing/submissions.ts';
import { SubmissionDialog } from './submission-dialog.tsx';

let server: FakeServer;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = fakeServer()
    .reply(getSubmissionDocument, DOCUMENT)
    .reply(backgroundSync, { success: true })
    .reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' });
});

async function open(fields: Partial<Submission>) {
  server.reply(getSubmission, { success: true, data: aSubmission(fields) });
  renderRouted(<SubmissionDialog submissionId={3} onClose={onClose} />);
  await screen.findByRole('region', { name: 'Status' });
}

async function press(name: string, within_ = screen.getByRole('dialog')) {
  await userEvent.click(within(within_).getByRole('button', { name }));
}

describe('the Session Form detail modal', () => {
  it('has preview, fullscreen, status information, details and actions', async () => {
    await open(SENT);
    const preview = await screen.findByRole('region', { name: 'Preview of agreement.pdf' });
    const status = screen.getByRole('region', { name: 'Status' });
    for (const text of ['Pending Agent Signature', 'Session 1', 'env-1', 'sent'])
      within(status).getByText(text);
    for (const name of ['Re-sync', 'Void', 'Unlink from Session', 'Delete', 'Sign as Advisor', 'Download'])
      screen.getByRole('button', { name });
    await press('Fullscreen');
    expect(screen.getByRole('button', { name: 'Fullscreen' }).getAttribute('aria-pressed')).toBe('true');
    // The document fills the larger dialog.
    expect(preview.style.maxHeight).toContain('100vh');
  });

  it('shows the answers of a web form instead of a document', async () => {
    await open({ form_data: { personalInfo: { firstName: 'Maria' } }, has_form_data: true });
    screen.getByText('Maria');
    expect(server.calls(getSubmissionDocument)).toEqual([]);
  });

  it('shows when the document cannot be shown', async () => {
    server.replyError(getSubmissionDocument, 'not_found', 'Gone.');
    await open(SENT);
    await screen.findByText('Document Preview Error');
  });

  it('shows when the form cannot be loaded', async () => {
    server.replyError(getSubmission, 'not_allowed', 'No.');
    renderRouted(<SubmissionDialog submissionId={3} onClose={onClose} />);
    await screen.findByText('Error loading form data. The form may not display correctly.');
  });
});

describe('editing title, folder and notes', () => {
  async function rename() {
    const title = screen.getByLabelText('Title');
    await userEvent.clear(title);
    await userEvent.type(title, 'Agreement 2026');
    await press('Save');
  }

  it('saves them and confirms', async () => {
    await open(SENT);
    server.reply(updateSubmission, {
      success: true,
      data: aSubmission({ ...SENT, title: 'Agreement 2026' }),
    });
    await rename();
    await screen.findByText('Form updated successfully!');
    expect(server.calls(updateSubmission)[0]?.body).toEqual({
      title: 'Agreement 2026',
      folder: null,
      notes: '',
    });
  });

  it('shows a failure and keeps the input', async () => {
    server.replyError(updateSubmission, 'not_allowed', 'No.');
    await open(SENT);
    await rename();
    await screen.findByText('Failed to update form. Please try again.');
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Agreement 2026');
  });

  it('requires the stored sign-in', async () => {
    await open(SENT);
    localStorage.removeItem('jwt');
    await rename();
    await screen.findByText('Authentication token not found. Please log in again.');
    expect(server.calls(updateSubmission)).toEqual([]);
  });

  it('confirms before input is discarded', async () => {
    await open(SENT);
    await userEvent.type(screen.getByLabelText('Folder'), 'Signed');
    await userEvent.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    expect(onClose).not.toHaveBeenCalled();
    await press('Discard', question);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('Esc', () => {
  it('closes the topmost dialog, then the modal', async () => {
    await open(SENT);
    await press('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete form' });
    await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete form' })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('downloading', () => {
  it('shows that the document is not complete', async () => {
    await open(SENT);
    await press('Download');
    await screen.findByText('Document is not yet complete and cannot be downloaded');
    expect(server.calls(downloadSubmission)).toEqual([]);
  });

  it('shows that there is no document', async () => {
    await open({});
    await press('Download');
    await screen.findByText('No document available for download');
  });

  it('shows that it failed', async () => {
    server.replyError(downloadSubmission, 'not_found', 'The file is gone.');
    await open(SIGNED);
    await press('Download');
    await screen.findByText('Failed to download document. Please try again.');
  });
});

describe('voiding', () => {
  async function confirmVoid() {
    await press('Void');
    const dialog = await screen.findByRole('dialog', { name: 'Void Envelope' });
    expect(within(dialog).getByLabelText('Reason')).toHaveProperty('value', 'Voided by agent');
    await press('Void Envelope', dialog);
  }

  it('prompts, sends the reason and confirms', async () => {
    server.reply(voidEnvelope, { success: true });
    await open(SENT);
    await confirmVoid();
    await screen.findByText('Envelope voided.');
    expect(server.calls(voidEnvelope)[0]?.body).toEqual({ reason: 'Voided by agent' });
  });

  it.each(['{Escape}', 'Cancel'])('confirms before %s discards a typed reason', async (way) => {
    await open(SENT);
    await press('Void');
    const dialog = await screen.findByRole('dialog', { name: 'Void Envelope' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), ' on request');
    if (way === 'Cancel') await press('Cancel', dialog);
    else await userEvent.keyboard(way);
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    await press('Keep editing', question);
    expect(within(dialog).getByLabelText('Reason')).toHaveProperty('value', 'Voided by agent on request');
  });

  it('explains why an envelope that was not sent cannot be voided', async () => {
    server.replyError(voidEnvelope, 'wrong_state', 'Only Sent or Delivered envelopes can be voided.');
    await open(SENT);
    await confirmVoid();
    await screen.findByText(
      'Cannot void this envelope because it has not been sent or is already completed.',
    );
  });

  it('passes on any other error', async () => {
    server.replyError(voidEnvelope, 'wrong_state', 'The provider is asleep.');
    await open(SENT);
    await confirmVoid();
    await screen.findByText('Error voiding envelope: The provider is asleep.');
  });
});

describe('the other actions', () => {
  it('show when a re-sync failed', async () => {
    server.replyError(refreshSubmissionStatus, 'wrong_state', 'No envelope.');
    await open(SENT);
    await press('Re-sync');
    await screen.findByText('Could not resync envelope. Check the backend or envelope ID.');
  });

  it.each([
    [{ changed: true, is_from_memory: true }, 'The status was updated.'],
    [{ changed: false, is_from_memory: false }, 'The status is up to date.'],
    [{ changed: false, is_from_memory: true }, /^No changes\. Checked 5 minutes ago:/],
  ])('show the result of a re-sync: %o', async (result, text) => {
    const at = new Date(Date.now() - 5 * 60_000).toISOString();
    server.reply(refreshSubmissionStatus, {
      success: true,
      status: 'sent',
      advisor_signed_at: null,
      client_signed_at: null,
      has_advisor_signature: false,
      has_client_signature: false,
      pending_advisor_signature: true,
      pending_client_signature: true,
      next_signer_role: 'advisor',
      voided_at: null,
      checked_at: at,
      ...result,
    });
    await open(SENT);
    await press('Re-sync');
    await screen.findByText(text);
  });

  it('confirm before unlinking and show a failure', async () => {
    server.replyError(unlinkSubmissionFromSession, 'wrong_state', 'Out for signature.');
    await open(SENT);
    await press('Unlink from Session');
    const dialog = await screen.findByRole('dialog', { name: 'Unlink from Session' });
    await press('Unlink', dialog);
    await screen.findByText('Failed to unlink from session: Out for signature.');
  });

  it('confirm before deleting and close afterwards', async () => {
    server.reply(deleteSubmission, { success: true });
    await open(SENT);
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete form' });
    await press('Cancel', dialog);
    expect(server.calls(deleteSubmission)).toEqual([]);
    await press('Delete');
    await press('Delete', await screen.findByRole('dialog', { name: 'Delete form' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('show when a file could not be attached', async () => {
    server
      .replyError(getSubmissionDocument, 'not_found', 'No document available for download')
      .respond(attachSubmissionDocument, () => new Response('down', { status: 500 }));
    await open({ type: 'PDF', form_link_id: null });
    await screen.findByRole('button', { name: 'Attach Document' });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('there is no file input');
    await userEvent.upload(input, new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }));
    await screen.findByText('Failed to save form. See console for details.');
    expect(server.calls(attachSubmissionDocument)).toHaveLength(4);
  });

  it('remove the document of a PDF form after confirmation', async () => {
    server.reply(removeSubmissionDocument, { success: true });
    await open({ type: 'PDF', form_link_id: null });
    await screen.findByRole('button', { name: 'Replace Document' });
    await press('Remove document');
    const dialog = await screen.findByRole('dialog', { name: 'Remove document' });
    server.replyError(getSubmissionDocument, 'not_found', 'No document available for download');
    await press('Remove', dialog);
    await screen.findByRole('button', { name: 'Attach Document' });
  });
});
