import { ERRORS } from '@ledgerline/contract/errors';
import { inEveryLanguage } from '@ledgerline/contract/languages';
import {
  getPublicForm,
  type PublicFormState,
  startPublicSigning,
  startSigning,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { openSigning } from '@ledgerline/contract/signing/endpoints';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { OUTSIDE, signingOrigin } from '../session/return-path.ts';
import { texts as pt } from '../texts/messages/pt.ts';

const FORM = {
  form_link_id: 'agreement',
  title: 'Advisory Agreement',
  titles: inEveryLanguage(() => 'Advisory Agreement'),
  type: 'DocuSign',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: 0,
};

const VISITOR = {
  progress_session_id: 'TEMP_abcdefgh12345678',
  first_name: 'Ana',
  last_name: 'Diaz',
  email: 'ana@example.com',
};

const EXPIRED = 'Link has expired. Please generate a new one.';

let server: FakeServer;

function link(state: PublicFormState) {
  const expires_at = '2026-11-27T15:00:00.000Z';
  return server.reply(validateLink, { success: true, state, form: FORM, expires_at });
}

beforeEach(() => {
  server = publicServer();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the link of a document', () => {
  it('navigates to the signing screen without a reload', async () => {
    link('ready').reply(startSigning, {
      success: true,
      state: 'ready',
      signing_url: `${window.location.origin}/signing/t.i.cket`,
    });
    server.replyError(openSigning, 'invalid_link', 'Invalid or expired secure token.');
    openPublicPage('/sign/agreement/a.b.c');
    await waitFor(() => expect(location.pathname).toBe('/signing/t.i.cket'));
    expect(server.calls(startSigning)[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
    await screen.findByRole('heading', { name: 'The document was closed' });
    // Tickets are short-lived; the link creates a new one.
    server.reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    await userEvent.click(screen.getByRole('button', { name: 'Open the document again' }));
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    expect(location.pathname).toBe('/sign/agreement/a.b.c');
  });

  it('navigates to the provider’s page where documents are signed elsewhere', async () => {
    const replace = vi.fn();
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      replace,
    } as unknown as Location);
    const signing_url = 'https://sign.outside.example/envelope?once=1';
    link('ready').reply(startSigning, { success: true, state: 'ready', signing_url });
    openPublicPage('/sign/agreement/a.b.c');
    await waitFor(() => expect(replace).toHaveBeenCalledWith(signing_url));
    expect(signingOrigin(OUTSIDE)).toBe('/sign/agreement/a.b.c');
  });

  it('shows that the advisor signs first, and allows checking again', async () => {
    link('ready').reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    server.reply(startSigning, { success: true, state: 'completed', signing_url: null });
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByRole('heading', { name: 'This document has already been signed.' });
  });

  it('asks who signs if it is public', async () => {
    link('ready').reply(startSigning, { success: true, state: 'who', signing_url: null });
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByLabelText(/First name/);
  });

  it.each([
    ['expired', 'Link has expired. Please generate a new one.'],
    ['revoked', 'This link has been replaced by a newer one.'],
    ['voided', 'This document has been voided and can no longer be signed.'],
    ['completed', 'This document has already been signed.'],
  ] as const)('shows its state when it is %s', async (state, heading) => {
    link(state);
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: heading });
    expect(server.calls(startSigning)).toEqual([]);
  });

  it('shows in the client’s language that it has expired', async () => {
    const expires_at = '2026-11-19T15:00:00.000Z';
    server.reply(validateLink, { success: true, state: 'expired', form: FORM, language: 'pt', expires_at });
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: pt.expiredTitle });
  });

  it("opens once after an extension, regardless of how many events report the visitor's return", async () => {
    link('expired');
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: EXPIRED });
    link('ready').reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    fireEvent(document, new Event('visibilitychange'));
    fireEvent(window, new Event('focus'));
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    expect(server.calls(validateLink)).toHaveLength(2);
    expect(server.calls(startSigning)).toHaveLength(1);
  });

  it('stays expired when the refetch fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    link('expired');
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: EXPIRED });
    server.respond(validateLink, () => new Response(null, { status: 501 }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent(window, new Event('focus'));
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('the document could not be opened', expect.anything()),
    );
    await act(async () => undefined);
    screen.getByRole('heading', { name: EXPIRED });
    link('completed');
    fireEvent(window, new Event('focus'));
    await screen.findByRole('heading', { name: 'This document has already been signed.' });
  });

  it('is invalid if the server rejects it', async () => {
    server.replyError(validateLink, 'invalid_link', 'Invalid or expired secure token.');
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: 'Invalid or expired secure token.' });
  });
});

describe('a document without a link', () => {
  it('asks who signs, reports missing values, and continues', async () => {
    server.reply(getPublicForm, { success: true, form: FORM });
    server.reply(startPublicSigning, {
      success: true,
      form_url: `${window.location.origin}/sign/agreement/a.b.c`,
    });
    link('ready').reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    openPublicPage('/sign/agreement');
    await userEvent.type(await screen.findByLabelText('First name'), 'Ana');
    await userEvent.type(screen.getByLabelText('Email'), 'ana');
    const go = screen.getByRole('button', { name: 'Go to the document' });
    await userEvent.click(go);
    screen.getByText('Please enter a valid email address');
    expect(document.activeElement).toBe(screen.getByLabelText('Last name'));
    await userEvent.type(screen.getByLabelText('Last name'), ' Diaz ');
    await userEvent.type(screen.getByLabelText('Email'), '@example.com');
    await userEvent.dblClick(go);
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    expect(location.pathname).toBe('/sign/agreement/a.b.c');
    expect(server.calls(startPublicSigning)).toHaveLength(1);
    expect(server.calls(startPublicSigning)[0]?.body).toMatchObject({
      progress_session_id: expect.stringMatching(/^TEMP_[A-Za-z0-9]{16}$/),
      first_name: 'Ana',
      last_name: 'Diaz',
      email: 'ana@example.com',
      language: 'en',
    });
  });

  it('accepts a person with one name and a pasted email address', async () => {
    server.reply(getPublicForm, { success: true, form: FORM });
    server.reply(startPublicSigning, {
      success: true,
      form_url: `${window.location.origin}/sign/agreement/a.b.c`,
    });
    link('ready').reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    openPublicPage('/sign/agreement');
    await userEvent.type(await screen.findByLabelText('First name'), 'Suharto');
    await userEvent.click(screen.getByLabelText('I have only one name'));
    expect(screen.queryByLabelText('Last name')).toBeNull();
    await userEvent.type(screen.getByLabelText('Email'), 'Suharto <josé@müller.example>');
    await userEvent.click(screen.getByRole('button', { name: 'Go to the document' }));
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    expect(server.calls(startPublicSigning)[0]?.body).toMatchObject({
      first_name: 'Suharto',
      last_name: '',
      email: 'josé@müller.example',
    });
  });

  it('reports that it was assigned to a client meanwhile', async () => {
    server.reply(getPublicForm, { success: true, form: FORM });
    server.replyError(startPublicSigning, 'link_revoked', ERRORS.link_revoked.message);
    openPublicPage('/sign/agreement');
    for (const [label, answer] of [
      ['First name', 'Ana'],
      ['Last name', 'Diaz'],
      ['Email', 'ana@example.com'],
    ] as const) {
      await userEvent.type(await screen.findByLabelText(label), answer);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Go to the document' }));
    await screen.findByRole('heading', { name: 'This link has been replaced by a newer one.' });
  });

  it('requires a link when the advisor signs first, and explains why', async () => {
    server.replyError(getPublicForm, 'advisor_first', ERRORS.advisor_first.message);
    openPublicPage('/sign/agreement');
    await screen.findByRole('heading', { name: ERRORS.advisor_first.message });
    screen.getByText(/^The advisor signs this document first/);
  });

  it('is renewed silently in the window where its visitor identified themselves', async () => {
    sessionStorage.setItem('visitor-signing:agreement', JSON.stringify({ visitor: VISITOR, token: 'a.b.c' }));
    link('expired').reply(startPublicSigning, () => {
      link('ready');
      return { success: true as const, form_url: 'http://localhost/sign/agreement/a.b.c' };
    });
    server.reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: 'The advisor signs first' });
    expect(server.calls(startPublicSigning)[0]?.body).toEqual(VISITOR);
  });

  it('does not renew other links of the same form', async () => {
    sessionStorage.setItem('visitor-signing:agreement', JSON.stringify({ visitor: VISITOR, token: 'x.y.z' }));
    link('expired');
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByRole('heading', { name: 'Link has expired. Please generate a new one.' });
    expect(server.calls(startPublicSigning)).toEqual([]);
  });
});
