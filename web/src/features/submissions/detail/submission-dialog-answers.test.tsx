import { listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import { getSubmission, readSubmission } from '@ledgerline/contract/submissions/endpoints';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aSubmission, DIFFERENT_NAME } from '../testing/submissions.ts';
import { SubmissionDialog } from './submission-dialog.tsx';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer()
    .reply(listAnswerDifferences, { success: true, data: [DIFFERENT_NAME] })
    .reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' });
});

const FILLED = { form_data: { personalInfo: { firstName: 'Maria' } }, has_form_data: true };

async function open(is_completed: boolean) {
  server.reply(getSubmission, { success: true, data: aSubmission({ ...FILLED, is_completed }) });
  renderRouted(<SubmissionDialog submissionId={3} onClose={vi.fn()} />);
  await screen.findByRole('region', { name: 'Status' });
}

it('starts with the answers of a submitted form that differ from the client record', async () => {
  await open(true);
  const comparison = await screen.findByRole('region', { name: 'New answers' });
  within(comparison).getByRole('button', { name: 'Not Needed' });
  for (const after of [screen.getByRole('button', { name: 'Download' }), screen.getByText('Maria')])
    expect(comparison.compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('compares no answers of a form that is not submitted', async () => {
  await open(false);
  expect(server.calls(listAnswerDifferences)).toEqual([]);
  expect(screen.queryByRole('region', { name: 'New answers' })).toBeNull();
});
