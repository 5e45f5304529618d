import { getSignedCopy } from '@ledgerline/contract/public-forms/endpoints';
import { getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { storeFormToken } from '../session/form-token.ts';
import { storeReturnPath, storeSessionToken, storeSigningOrigin } from '../session/return-path.ts';
import * as navigation from '../session/visit.ts';
import { GET_SUBMISSION } from './agent-path.ts';
import { GET_SIGNED_COPY } from './signed-copy.tsx';

let server: FakeServer;
let visit: MockInstance<typeof navigation.visit>;

function token(exp: number) {
  return `h.${btoa(JSON.stringify({ id: 1, exp }))}.s`;
}

function signIn(exp = Date.now() / 1000 + 3600) {
  localStorage.setItem('jwt', token(exp));
}

function form(client_id: number | null, session_id: number | null) {
  server.respond(getSubmission, () =>
    Response.json({ success: true, data: { id: 7, client_id, session_id } }),
  );
}

beforeEach(() => {
  server = publicServer();
  // jsdom cannot leave a page.
  visit = vi.spyOn(navigation, 'visit').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

describe('the page after signing', () => {
  it('offers the signed copy through the link used for signing, with a new address for each press', async () => {
    storeFormToken('agreement', 'd.e.f');
    storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.reply(getSignedCopy, {
      success: true,
      document: { url: 'https://portal.test/api/files/x', file_name: 'Agreement.pdf' },
      missing: null,
    });
    openPublicPage('/signed?formId=7&event=signing_complete');
    await userEvent.click(await screen.findByRole('button', { name: 'Download your signed copy' }));
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    expect(server.calls(getSignedCopy)).toHaveLength(2);
    expect(server.calls(getSignedCopy)[0]?.headers.get('authorization')).toBe('Bearer d.e.f');
  });

  it('downloads the copy under its name even if the page is open at another host, once for two presses', async () => {
    storeFormToken('agreement', 'd.e.f');
    storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
    const pressed: (string | null)[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
      this: HTMLAnchorElement,
    ) {
      pressed.push(this.getAttribute('href'), this.download);
    });
    const copy = { url: 'https://portal.example/api/files/t/Agreement.pdf', file_name: 'Agreement.pdf' };
    server.reply(getSignedCopy, { success: true, document: copy, missing: null });
    openPublicPage('/signed?formId=7&event=signing_complete');
    const button = await screen.findByRole('button', { name: 'Download your signed copy' });
    const answer = Promise.withResolvers<Response>();
    server.respond(getSignedCopy, () => answer.promise);
    await userEvent.dblClick(button);
    answer.resolve(Response.json({ success: true, document: copy, missing: null }));
    await waitFor(() => expect(pressed).toEqual(['/api/files/t/Agreement.pdf', 'Agreement.pdf']));
    // Once to check that it exists, once to download it.
    expect(server.calls(getSignedCopy)).toHaveLength(2);
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
  });

  it("uses the contract's paths of the copy and a form", () => {
    const copy = getSignedCopy;
    expect(GET_SIGNED_COPY).toEqual({ method: copy.method, path: copy.path });
    const { method, path } = getSubmission;
    expect(GET_SUBMISSION).toEqual({ method, path });
  });

  it.each([
    [3, 9, '/crm/clients/3/sessions/9'],
    [3, null, '/crm/clients/3'],
    [null, null, '/crm/'],
  ])('forwards an agent: client %s, session %s', async (client, session, path) => {
    signIn();
    form(client, session);
    openPublicPage('/crm/agent-signing-complete?formId=7&event=signing_complete');
    await waitFor(() => expect(visit).toHaveBeenCalledWith(path, { replace: true }));
    expect(server.calls(getSubmission)[0]?.headers.get('authorization')).toContain('Bearer h.');
  });

  it('forwards an agent to the portal when the form is unknown', async () => {
    signIn();
    server.replyError(getSubmission, 'not_found', 'Form not found.');
    openPublicPage('/signed?formId=7');
    await waitFor(() => expect(visit).toHaveBeenCalledWith('/crm/', { replace: true }));
  });

  it('thanks a client without forwarding, even with an expired sign-in', async () => {
    signIn(Date.now() / 1000 - 1);
    storeSessionToken('a.b.c', false);
    storeReturnPath('/sign/agreement/d.e.f');
    storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
    openPublicPage('/signed?formId=7&event=signing_complete');
    await screen.findByRole('heading', { name: 'Thank you' });
    expect(screen.getByRole('link', { name: 'Back to all your forms' }).getAttribute('href')).toBe(
      '/secure/a.b.c',
    );
    expect(visit).not.toHaveBeenCalled();
    expect(server.calls(getSubmission)).toEqual([]);
    expect(localStorage.getItem('jwt')).not.toBeNull();
  });

  it.each([
    ['cancel', 'The document was not signed', 'You haven’t finished signing.'],
    ['decline', 'The document was not signed', 'You declined to sign'],
    ['session_timeout', 'The document was not signed', 'closed because there was no activity'],
    ['ttl_expired', 'The document was not signed', 'lasts only a few minutes'],
    ['exception', 'The document was not signed', 'Something went wrong on the signing page'],
    ['access_code_failed', 'The document was not signed', 'The access code wasn’t correct'],
    ['viewing_complete', 'You have read the document', 'There was nothing to sign.'],
    ['a_word_of_tomorrow', 'The document was not signed', 'Nothing has been signed.'],
    ['toString', 'The document was not signed', 'Nothing has been signed.'],
  ])('explains %s', async (event, heading, sentence) => {
    openPublicPage(`/signed?formId=7&event=${event}`);
    await screen.findByRole('heading', { name: heading });
    screen.getByText(sentence, { exact: false });
  });

  it.each(['viewing_complete', 'ttl_expired', 'a_word_of_tomorrow'])(
    'leads an agent on after %s',
    async (event) => {
      signIn();
      form(3, 9);
      openPublicPage(`/signed?formId=7&event=${event}`);
      await waitFor(() => expect(visit).toHaveBeenCalledWith('/crm/clients/3/sessions/9', { replace: true }));
    },
  );

  it.each(['cancel', 'decline', 'session_timeout', 'exception'])(
    'shows an agent the result %s and a link to continue',
    async (event) => {
      signIn();
      form(3, 9);
      openPublicPage(`/signed?formId=7&event=${event}`);
      await screen.findByRole('heading', { name: 'The document was not signed' });
      expect(visit).not.toHaveBeenCalled();
    },
  );

  it('notifies the portal around its frame, on its own origin only, and does not navigate', async () => {
    signIn();
    form(3, 9);
    const postMessage = vi.fn();
    vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as unknown as Window);
    openPublicPage('/agent-signing-complete?formId=7&event=signing_complete');
    await waitFor(() =>
      expect(postMessage).toHaveBeenCalledWith(
        { type: 'signingComplete', sessionPath: '/crm/clients/3/sessions/9', event: 'signing_complete' },
        location.origin,
      ),
    );
    expect(visit).not.toHaveBeenCalled();
    await screen.findByRole('heading', { name: 'Thank you' });
  });
});
