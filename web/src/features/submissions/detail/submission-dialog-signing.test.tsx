import { backgroundSync, openEnvelope } from '@ledgerline/contract/signing/endpoints';
import {
  getSubmission,
  getSubmissionDocument,
  listClientSubmissions,
  readSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { useClientSubmissions } from '../api.ts';
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
    .reply(listClientSubmissions, { success: true, data: [] })
    .reply(backgroundSync, { success: true })
    .reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' });
});

function List() {
  useClientSubmissions(7);
  return null;
}

async function open(fields: Partial<Submission>) {
  server.reply(getSubmission, { success: true, data: aSubmission(fields) });
  const router = renderRouted(
    <>
      <List />
      <SubmissionDialog submissionId={3} onClose={onClose} />
    </>,
  );
  await screen.findByRole('region', { name: 'Status' });
  return router;
}

async function press(name: string, within_ = screen.getByRole('dialog')) {
  await userEvent.click(within(within_).getByRole('button', { name }));
}

describe('following the e-signature provider', () => {
  it('syncs in the background, refetches the form after 2.5 s, and refreshes the lists on close', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(SENT);
    await waitFor(() => expect(server.calls(backgroundSync)).toHaveLength(1));
    expect(server.calls(getSubmission)).toHaveLength(1);
    server.reply(getSubmission, { success: true, data: aSubmission(SIGNED) });
    await vi.advanceTimersByTimeAsync(2600);
    await screen.findByText('Completed');
    const lists = server.calls(listClientSubmissions).length;
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
    await waitFor(() => expect(server.calls(listClientSubmissions).length).toBeGreaterThan(lists));
    vi.useRealTimers();
  });

  it('does nothing without an envelope', async () => {
    await open({ ...SENT, envelope_id: null });
    expect(server.calls(backgroundSync)).toEqual([]);
  });

  it('lets the advisor sign inside the portal and navigates where the signing page says', async () => {
    server.reply(openEnvelope, {
      success: true,
      embedded_url: `${window.location.origin}/sign/ticket`,
      envelopeId: 'env-1',
    });
    const router = await open(SENT);
    await press('Sign as Advisor');
    const frame = await screen.findByTitle('Signing Advisory Agreement');
    expect(frame.getAttribute('src')).toBe('/sign/ticket');
    const data = {
      type: 'signingComplete',
      sessionPath: '/crm/clients/7/sessions/4',
      event: 'signing_complete',
    };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.test' })));
    expect(screen.queryByTitle('Signing Advisory Agreement')).not.toBeNull();
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7/sessions/4'));
    expect(screen.queryByTitle('Signing Advisory Agreement')).toBeNull();
  });

  it.each([
    ['decline', 'The document was not signed', 'You declined to sign.'],
    ['session_timeout', 'The document was not signed', 'closed after inactivity'],
    ['cancel', 'The document was not signed', 'You left before you had finished signing.'],
    ['ttl_expired', 'The document was not signed', 'available for a few minutes only'],
    ['exception', 'The document was not signed', 'Something went wrong on the signing page.'],
    ['access_code_failed', 'The document was not signed', 'The access code was incorrect.'],
    ['viewing_complete', 'You have read the document', 'There was nothing to sign.'],
    ['a_word_of_tomorrow', 'The document was not signed', 'The signing page was closed.'],
    [undefined, 'The document was not signed', 'The signing page was closed.'],
  ])('reports the result of %s, and never that it was signed', async (event, title, sentence) => {
    server.reply(openEnvelope, {
      success: true,
      embedded_url: `${window.location.origin}/sign/ticket`,
      envelopeId: 'env-1',
    });
    const router = await open(SENT);
    const before = router.state.location.pathname;
    await press('Sign as Advisor');
    await screen.findByTitle('Signing Advisory Agreement');
    const reads = server.calls(getSubmission).length;
    const data = { type: 'signingComplete', sessionPath: '/crm/clients/7/sessions/4', event };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(sentence);
    expect(screen.queryByText('Signed.')).toBeNull();
    expect(router.state.location.pathname).toBe(before);
    await waitFor(() => expect(server.calls(getSubmission).length).toBeGreaterThan(reads));
  });

  it('offers neither signing nor editing once a signer has declined', async () => {
    await open({ ...SENT, status: 'declined', display_status: 'declined', category: 'in_progress' });
    expect(screen.queryByRole('button', { name: 'Sign as Advisor' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Form' })).toBeNull();
  });

  it('navigates to the signing page of another host on click, without a frame', async () => {
    const embedded_url = 'https://sign.outside.example/envelope?once=1';
    server.reply(openEnvelope, { success: true, embedded_url, envelopeId: 'env-1' });
    await open(SENT);
    const assign = vi.fn();
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      assign,
    } as unknown as Location);
    await press('Sign as Advisor');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(embedded_url));
    expect(screen.queryByTitle('Signing Advisory Agreement')).toBeNull();
    vi.restoreAllMocks();
  });

  it('refetches the form when editing is done', async () => {
    await open({ read_at: '2026-11-20T15:00:00.000Z' });
    const reads = server.calls(getSubmission).length;
    const data = { type: 'formEditComplete', sessionFormId: 3 };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })));
    await waitFor(() => expect(server.calls(getSubmission).length).toBe(reads + 1));
  });
});
