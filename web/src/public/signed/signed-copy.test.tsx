import { getSignedCopy } from '@ledgerline/contract/public-forms/endpoints';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { storeFormToken } from '../session/form-token.ts';
import { storeSigningOrigin } from '../session/return-path.ts';

let server: FakeServer;
const FOUND = {
  success: true,
  document: { url: 'https://portal.test/api/files/x', file_name: 'Agreement.pdf' },
  missing: null,
} as const;
const NOT_READY = 'Your signed copy isn’t ready yet. It will be ready once everyone has signed.';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = publicServer();
  storeFormToken('agreement', 'd.e.f');
  storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
});
afterEach(() => vi.useRealTimers());

async function open() {
  openPublicPage('/signed?formId=7&event=signing_complete');
  await screen.findByRole('heading', { name: 'Thank you' });
  await waitFor(() => expect(server.calls(getSignedCopy)).toHaveLength(1));
}

const again = () => screen.findByRole('button', { name: 'Try again' });
const press = async (button: HTMLElement) =>
  userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTime(delay) }).click(button);

describe('a signed copy', () => {
  it.each([
    ['waiting', NOT_READY],
    ['fetching', 'We’re still receiving your signed copy. Please try again in a few minutes.'],
  ] as const)('that is not available shows a notice and a retry: %s', async (missing, text) => {
    server.reply(getSignedCopy, { success: true, document: null, missing });
    await open();
    expect(screen.queryByText(text)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await screen.findByText(text);
    expect(server.calls(getSignedCopy)).toHaveLength(5);
    await press(await again());
    await waitFor(() => expect(server.calls(getSignedCopy)).toHaveLength(6));
    server.reply(getSignedCopy, FOUND);
    await press(await again());
    await screen.findByRole('button', { name: 'Download your signed copy' });
    expect(screen.queryByText(text)).toBeNull();
  });

  it('that does not exist is neither mentioned nor requested again', async () => {
    server.reply(getSignedCopy, { success: true, document: null, missing: 'none' });
    await open();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByText(NOT_READY)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(server.calls(getSignedCopy)).toHaveLength(1);
  });

  it('shows a failed request at once', async () => {
    server.replyError(getSignedCopy, 'internal', 'Broken.');
    await open();
    await screen.findByText('We couldn’t get your signed copy. Please try again.');
    server.reply(getSignedCopy, FOUND);
    await press(await again());
    await screen.findByRole('button', { name: 'Download your signed copy' });
  });

  it('of another visitor is not mentioned', async () => {
    server.replyError(getSignedCopy, 'invalid_link', 'Invalid or expired secure token.');
    await open();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(server.calls(getSignedCopy)).toHaveLength(1);
  });
});
