import { inEveryLanguage } from '@ledgerline/contract/languages';
import { startSigning, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { declineSigning, openSigning, submitSigning } from '@ledgerline/contract/signing/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { button, openDocument, press, typeSignature } from './testing/open-document.ts';
import { field, SIGNING } from './testing/signing.ts';

// A browser draws documents and pictures; jsdom does not.
vi.mock('../../components/pdf/pdf-pages.tsx', () => ({
  PdfPages: ({ overlay }: { overlay: (page: object) => ReactNode }) => (
    <div>{overlay({ index: 0, width: 900, height: 1165, scale: 1.47 })}</div>
  ),
}));
vi.mock('signature_pad', () => ({
  default: class {
    isEmpty = () => true;
    clear = () => undefined;
    off = () => undefined;
    toData = () => [];
    fromData = () => undefined;
  },
}));
vi.mock('../../components/signature/signature-picture.ts', () => ({
  typedPicture: (name: string) => (name.trim() ? 'data:image/png;base64,AAAA' : null),
  trimmedPicture: () => null,
}));

let server: FakeServer;

async function fillEverything() {
  await userEvent.click(screen.getByLabelText(/I agree to use electronic records/));
  await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
  await userEvent.click(screen.getByLabelText('Plan'));
  await userEvent.selectOptions(screen.getByLabelText('Package'), 'Large');
  await typeSignature();
}

beforeEach(() => {
  server = publicServer();
});

describe('the document', () => {
  it('opens with its ticket, and only the signer’s own fields are editable', async () => {
    await openDocument(server);
    expect(server.calls(openSigning)[0]?.headers.get('authorization')).toBe('Bearer t.i.cket');
    screen.getByText('11/20/2026');
    expect(screen.queryByLabelText('Advisor')).toBeNull();
    screen.getByText('0 of 4 fields');
  });

  it('moves from consent through each field and counts the completed ones', async () => {
    await openDocument(server);
    await press('Start');
    const consent = screen.getByLabelText(/I agree to use electronic records/);
    expect(document.activeElement).toBe(consent);
    await press('Start');
    screen.getByText('Please check this box before you sign.');
    await userEvent.click(consent);
    await press('Next');
    const occupation = screen.getByLabelText('Occupation (required)');
    expect(document.activeElement).toBe(occupation);
    await press('Next');
    screen.getByText('Occupation: Please fill this in');
    expect(occupation.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(occupation, 'Nurse{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Plan'));
    await press('Next');
    expect(document.activeElement).toBe(screen.getByLabelText('Package'));
    screen.getByText('3 of 4 fields');
    await press('Next');
    expect(document.activeElement).toBe(button(/^Sign here/));
    expect(screen.queryByRole('button', { name: 'Sign and finish' })).toBeNull();
    await typeSignature();
    screen.getByText('4 of 4 fields');
    button('Sign and finish');
  });

  it('shows the cost of the choices; a list counts only with its check box', async () => {
    await openDocument(server);
    screen.getByText('$100.00');
    await userEvent.selectOptions(screen.getByLabelText('Package'), 'Large');
    screen.getByText('$100.00');
    await userEvent.click(screen.getByLabelText('Plan'));
    screen.getByText('$180.00');
  });

  it("is shown in the signer's language, with consent and the paper option", async () => {
    server.reply(openSigning, { success: true, data: { ...SIGNING, language: 'pt' } });
    openPublicPage('/signing/t.i.cket');
    await screen.findByText(/pedir uma cópia em papel a Ledgerline/);
    await userEvent.click(button('Español'));
    screen.getByText(/pedir una copia en papel a Ledgerline/);
  });

  it.each([
    ['waiting', 'The advisor signs first'],
    ['signed', 'This document has already been signed.'],
    ['completed', 'This document has already been signed.'],
    ['declined', 'You declined to sign this document.'],
    ['voided', 'This document has been voided and can no longer be signed.'],
  ] as const)('shows its state when it is %s', async (state, heading) => {
    server.reply(openSigning, { success: true, data: { ...SIGNING, state } });
    openPublicPage('/signing/t.i.cket');
    await screen.findByRole('heading', { name: heading });
  });

  it('explains how to reopen it when the ticket has expired', async () => {
    server.replyError(openSigning, 'invalid_link', 'Invalid or expired secure token.');
    openPublicPage('/signing/t.i.cket');
    await screen.findByRole('heading', { name: 'The document was closed' });
    screen.getByText('Please open it again with the link you received.');
  });
});

describe('the signature', () => {
  it('is rejected while it is empty', async () => {
    HTMLCanvasElement.prototype.getContext = () => null;
    await openDocument(server);
    await press(/^Sign here/);
    await press('Use this signature');
    await screen.findByText('Please draw your signature first.');
    await userEvent.click(screen.getByLabelText('Type'));
    await userEvent.clear(screen.getByLabelText('Your full name'));
    await press('Use this signature');
    await screen.findByText('Please type your full name.');
  });

  it('is reused for a second field at once', async () => {
    const second = field('Initials', 'signature', { y: 300, required: true });
    await openDocument(server, { fields: [...SIGNING.fields, second] });
    await typeSignature();
    await press('Sign here: Initials');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByAltText('Your signature')).toHaveLength(2);
  });
});

describe('submitting the signature', () => {
  it('happens once, with all values', async () => {
    await openDocument(server);
    await fillEverything();
    server.reply(submitSigning, { success: true, state: 'completed', return_url: SIGNING.return_url });
    await userEvent.dblClick(button('Sign and finish'));
    await screen.findByRole('heading', { name: 'Thank you' });
    expect(location.pathname + location.search).toBe(SIGNING.return_url);
    expect(server.calls(submitSigning)).toHaveLength(1);
    expect(server.calls(submitSigning)[0]?.body).toEqual({
      consent: true,
      language: 'en',
      signature: { method: 'typed', name: 'Maria Alvarez', image: 'data:image/png;base64,AAAA' },
      values: { Occupation: 'Nurse', Plan: true, Package: 'Large' },
    });
    expect(sessionStorage.getItem('unsaved-form:signing:7:client')).toBeNull();
  });

  it('keeps everything after a failure, and a retry sends the same key', async () => {
    await openDocument(server);
    await fillEverything();
    server.replyError(submitSigning, 'too_large', 'Too large.');
    await press('Sign and finish');
    await screen.findByText(/couldn’t send your signature/);
    expect(screen.getByLabelText('Occupation (required)')).toHaveProperty('value', 'Nurse');
    await press('Sign and finish');
    await waitFor(() => expect(server.calls(submitSigning)).toHaveLength(2));
    const keys = server.calls(submitSigning).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });

  it('keeps the entries for the next ticket when this one has expired', async () => {
    const page = await openDocument(server);
    await fillEverything();
    server.replyError(submitSigning, 'invalid_link', 'Invalid or expired secure token.');
    await press('Sign and finish');
    await screen.findByRole('heading', { name: 'The document was closed' });
    page.unmount();
    await openDocument(server);
    expect(screen.getByLabelText('Occupation (required)')).toHaveProperty('value', 'Nurse');
    expect(screen.getByLabelText('Plan')).toHaveProperty('checked', true);
  });

  it('gets a new ticket from its link when this one expires while the page is open', async () => {
    sessionStorage.setItem('signing-from', JSON.stringify(['/signing/t.i.cket', '/sign/agreement/a.b.c']));
    const form = {
      form_link_id: 'agreement',
      title: '',
      titles: inEveryLanguage(() => ''),
      type: 'DocuSign',
      brokerage: '',
      agent_name: null,
    };
    const link = { success: true as const, form: { ...form, totalSteps: 0 }, expires_at: SIGNING.expires_at };
    server.reply(validateLink, { ...link, state: 'ready' });
    server.reply(startSigning, {
      success: true,
      state: 'ready',
      signing_url: `${location.origin}/signing/n.e.w`,
    });
    server.respond(submitSigning, ({ headers }) =>
      headers.get('authorization') === 'Bearer n.e.w'
        ? Response.json({ success: true, state: 'completed', return_url: SIGNING.return_url })
        : Response.json({ success: false, message: 'Over.', code: 'invalid_link' }, { status: 401 }),
    );
    await openDocument(server);
    await fillEverything();
    await press('Sign and finish');
    await screen.findByRole('heading', { name: 'Thank you' });
    const [first, second] = server.calls(submitSigning);
    expect(second?.body).toEqual(first?.body);
  });

  it('shows the state of the document after a concurrent change', async () => {
    await openDocument(server);
    await fillEverything();
    server.replyError(submitSigning, 'wrong_state', 'This form has been voided.');
    server.reply(openSigning, { success: true, data: { ...SIGNING, state: 'voided' } });
    await press('Sign and finish');
    await screen.findByRole('heading', { name: /has been voided/ });
  });

  it('reports that nothing was signed when the signed copy would lack content', async () => {
    await openDocument(server);
    await fillEverything();
    server.replyError(
      submitSigning,
      'content_lost',
      'The signed copy would lack part of the original document.',
    );
    await press('Sign and finish');
    await screen.findByText(/would have been missing from the signed copy. Nothing was signed/);
    expect(screen.getByRole('button', { name: 'Sign and finish' })).toHaveProperty('disabled', false);
  });

  it('reports that nothing was signed when the signed copy cannot be checked in time, and allows a retry', async () => {
    await openDocument(server);
    await fillEverything();
    server.replyError(submitSigning, 'document_not_processed', 'This document takes too long to process.');
    await press('Sign and finish');
    await screen.findByText(/couldn’t be prepared and checked in time. Nothing was signed/);
    expect(screen.getByRole('button', { name: 'Sign and finish' })).toHaveProperty('disabled', false);
  });

  it('shows how long to wait after too many attempts', async () => {
    await openDocument(server);
    await fillEverything();
    server.replyError(submitSigning, 'too_many_requests', 'Too many attempts.');
    await press('Sign and finish');
    await screen.findByText(/Too many attempts. Please try again in 1 minute/);
  });
});

describe('declining', () => {
  it('asks for confirmation and a reason, and ends as not signed', async () => {
    await openDocument(server);
    await press('Decline to sign');
    const dialog = within(screen.getByRole('dialog', { name: 'Decline to sign?' }));
    await userEvent.type(dialog.getByLabelText(/Why are you declining\?/), 'Too expensive');
    const return_url = '/signed?formId=7&event=decline';
    server.reply(declineSigning, { success: true, state: 'declined', return_url });
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Yes, decline' }));
    await screen.findByRole('heading', { name: 'The document was not signed' });
    expect(server.calls(declineSigning).map(({ body }) => body)).toEqual([{ reason: 'Too expensive' }]);
  });
});
