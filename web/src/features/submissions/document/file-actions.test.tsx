import {
  downloadSubmission,
  getSubmission,
  readSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { SubmissionDetail } from '../detail/submission-detail.tsx';
import { SubmissionDialog } from '../detail/submission-dialog.tsx';
import { aSubmission } from '../testing/submissions.ts';

const COMPLETED: Partial<Submission> = {
  status: 'completed',
  is_completed: true,
  has_form_data: true,
  last_saved: '2026-11-20T15:00:00.000Z',
  read_at: '2026-11-20T15:00:00.000Z',
  form_name_agent: 'Intake',
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  form_data: {
    personalInfo: { firstName: 'Maria', ssn: '•••-••-6789' },
    medicalHistory: { smokeStatus: 'Never' },
  },
};
const PRINT_FAILED = 'Failed to print form. Please try again.';

let server: FakeServer;
/** Contents of the sheet each time the browser printed. */
let printed: string[];
const print = vi.fn();

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // What a browser does first when asked to print.
  printed = [];
  print.mockReset().mockImplementation(() => {
    fireEvent(window, new Event('beforeprint'));
    printed.push(sheet()?.textContent ?? '');
  });
  vi.stubGlobal('print', print);
  server = fakeServer().reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' });
});

const SCREENS = {
  dialog: () => <SubmissionDialog submissionId={3} onClose={() => undefined} />,
  page: () => (
    <SubmissionDetail submissionId={3} title="Form" back={{ href: '/', label: 'Back' }} manage={() => null} />
  ),
};
type Screen = keyof typeof SCREENS;

async function open(where: Screen, fields: Partial<Submission>) {
  server.reply(getSubmission, { success: true, data: aSubmission(fields) });
  renderRouted(SCREENS[where]());
  return screen.findByRole('button', { name: 'Download' });
}

const pressPrint = () => userEvent.click(screen.getByRole('button', { name: 'Print' }));
const sheet = () => document.querySelector<HTMLElement>('body > [data-print-sheet]');

describe.each<Screen>(['dialog', 'page'])('a completed web form in its %s', (where) => {
  it('is downloaded, or shows why it cannot be', async () => {
    server.replyError(downloadSubmission, 'not_found', 'Gone.');
    await userEvent.click(await open(where, COMPLETED));
    await screen.findByText('Failed to download document. Please try again.');
  });

  it('is printed in its current server state: form, client and answers, secrets masked', async () => {
    await open(where, COMPLETED);
    const now = { medicalHistory: { smokeStatus: 'Former' } };
    server.reply(getSubmission, {
      success: true,
      data: aSubmission({ ...COMPLETED, form_data: { ...COMPLETED.form_data, ...now } }),
    });
    expect(sheet()).toBeNull();
    await pressPrint();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const texts = ['Ledgerline', 'Intake', 'Personal Information', 'Maria Alvarez', '•••-••-6789'];
    for (const text of [...texts, 'I used to smoke']) expect(printed[0]).toContain(text);
    expect(sheet()?.querySelector('button')).toBeNull();
  });

  it('leaves no second copy of the answers once the agent continues', async () => {
    await open(where, COMPLETED);
    await pressPrint();
    await waitFor(() => expect(sheet()).not.toBeNull());
    await userEvent.click(document.body);
    expect(sheet()).toBeNull();
  });

  it('is printed once for two clicks, and shows that it is busy', async () => {
    await open(where, COMPLETED);
    const answer = Promise.withResolvers<Response>();
    server.respond(getSubmission, () => answer.promise);
    const button = screen.getByRole('button', { name: 'Print' });
    await userEvent.dblClick(button);
    expect(button.getAttribute('data-loading')).toBe('true');
    answer.resolve(Response.json({ success: true, data: aSubmission(COMPLETED) }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    await waitFor(() => expect(button.getAttribute('data-loading')).toBeNull());
    expect(server.calls(getSubmission)).toHaveLength(2);
  });

  it('shows when it cannot be loaded, and prints on the next click', async () => {
    await open(where, COMPLETED);
    server.replyError(getSubmission, 'not_allowed', 'No.');
    await pressPrint();
    await screen.findByText(PRINT_FAILED);
    expect(print).not.toHaveBeenCalled();
    server.reply(getSubmission, { success: true, data: aSubmission(COMPLETED) });
    await pressPrint();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(screen.queryByText(PRINT_FAILED)).toBeNull();
  });

  it('shows when the browser cannot print', async () => {
    print.mockImplementation(() => {
      throw new Error('not here');
    });
    await open(where, COMPLETED);
    await pressPrint();
    await screen.findByText(PRINT_FAILED);
  });

  it('is also printed by the browser’s own command', async () => {
    await open(where, COMPLETED);
    fireEvent(window, new Event('beforeprint'));
    expect(sheet()?.textContent).toContain('•••-••-6789');
  });
});

describe.each<Screen>(['dialog', 'page'])('an incomplete web form has no Print in its %s', (where) => {
  it.each([
    ['an open web form', { ...COMPLETED, status: 'pending', is_completed: false }],
    ['one without answers', { ...COMPLETED, has_form_data: false, form_data: null }],
    ['a document', { type: 'DocuSign', has_form_data: false }],
  ])('%s', async (_, fields) => {
    await open(where, fields);
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    fireEvent(window, new Event('beforeprint'));
    expect(sheet()).toBeNull();
  });
});
