import { confirmSigning, type SigningOutcome } from '@ledgerline/contract/signing/endpoints';
import { getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { storeReturnPath, storeSessionToken, storeSigningOrigin } from '../session/return-path.ts';
import * as navigation from '../session/visit.ts';
import { CONFIRM_SIGNING } from './return-page.tsx';

let server: FakeServer;
let visit: MockInstance<typeof navigation.visit>;

beforeEach(() => {
  server = publicServer();
  // jsdom cannot leave a page.
  visit = vi.spyOn(navigation, 'visit').mockReturnValue();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

function provider(outcome: SigningOutcome) {
  server.reply(confirmSigning, { success: true, session_form_id: 7, signer: 'client', outcome });
}

const open = (event: string, page = '/signed') =>
  openPublicPage(`${page}?formId=7&state=m.a.rk&event=${event}`);
const title = (name: string) => screen.findByRole('heading', { name });

describe('the return from a signing page of another host', () => {
  it('requests an address of the contract', () => {
    const { method, path } = confirmSigning;
    expect(CONFIRM_SIGNING).toEqual({ method, path });
  });

  it('waits for the provider’s confirmation regardless of the address, then thanks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    provider('waiting');
    open('signing_complete');
    await title('Signature submitted');
    expect(screen.queryByText(/Thank you|nothing more is needed/)).toBeNull();
    const waiting = screen.getByText(/We’re waiting for confirmation/).parentElement;
    expect(server.calls(confirmSigning)[0]?.body).toEqual({ state: 'm.a.rk', ask: true });
    provider('signed');
    await vi.advanceTimersByTimeAsync(3100);
    // The same live region, so that its new content is announced.
    await title('Thank you');
    const confirmed = (await screen.findByText(/Your signature has been received/)).parentElement;
    expect(confirmed).toBe(waiting);
    expect(confirmed?.getAttribute('aria-live')).toBe('polite');
    const { length } = server.calls(confirmSigning);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.calls(confirmSigning)).toHaveLength(length);
    vi.useRealTimers();
  });

  it('keeps waiting while the server does not respond', async () => {
    server.respond(confirmSigning, () => Response.error());
    open('signing_complete');
    await screen.findByText(/We’re waiting for confirmation/);
  });

  it('does not mention a signature when the return token is invalid', async () => {
    server.replyError(confirmSigning, 'invalid_link', 'Invalid or expired secure token.');
    open('signing_complete');
    await title('We can’t tell whether you have signed');
  });

  it.each([
    ['declined', 'The document was not signed', 'You declined to sign'],
    ['voided', 'This document has been voided and can no longer be signed.', 'Nothing has been signed.'],
  ] as const)('trusts the provider that it is %s', async (outcome, heading, sentence) => {
    provider(outcome);
    open('signing_complete');
    await title(heading);
    screen.getByText(sentence, { exact: false });
  });

  it('explains the event while nothing is signed, and reopens the document', async () => {
    storeSigningOrigin('https://sign.outside.example/x', '/sign/agreement/a.b.c');
    provider('waiting');
    open('ttl_expired');
    await title('The document was not signed');
    await userEvent.click(screen.getByRole('button', { name: 'Open the document again' }));
    expect(visit).toHaveBeenCalledWith('/sign/agreement/a.b.c');
  });

  it('keeps the button that reopens the document apart from the link back to the forms', async () => {
    storeSessionToken('d.e.f', false);
    storeReturnPath('/sign/agreement/a.b.c');
    storeSigningOrigin('https://sign.outside.example/x', '/sign/agreement/a.b.c');
    provider('waiting');
    open('cancel');
    const again = await screen.findByRole('button', { name: 'Open the document again' });
    const back = screen.getByRole('link', { name: 'Back to all your forms' });
    // The row that has a gap between its buttons.
    expect(again.parentElement?.className).toBe('buttons');
    expect(back.parentElement).toBe(again.parentElement);
  });

  it('thanks when it was signed despite the event', async () => {
    provider('signed');
    open('cancel');
    await screen.findByText(/Your signature has been received/);
  });

  it('forwards an agent to the session once confirmed, and offers the link before', async () => {
    const claims = btoa(JSON.stringify({ id: 1, exp: Date.now() / 1000 + 3600 }));
    localStorage.setItem('jwt', `h.${claims}.s`);
    server.respond(getSubmission, () =>
      Response.json({ success: true, data: { id: 7, client_id: 3, session_id: 9 } }),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    provider('waiting');
    open('signing_complete', '/agent-signing-complete');
    const link = await screen.findByRole('link', { name: 'Continue' });
    expect(link.getAttribute('href')).toBe('/crm/clients/3/sessions/9');
    expect(visit).not.toHaveBeenCalled();
    provider('signed');
    await vi.advanceTimersByTimeAsync(3100);
    await waitFor(() => expect(visit).toHaveBeenCalledWith('/crm/clients/3/sessions/9', { replace: true }));
    vi.useRealTimers();
  });
});
