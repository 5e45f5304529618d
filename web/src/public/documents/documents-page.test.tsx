import { inEveryLanguage } from '@ledgerline/contract/languages';
import { validateLink } from '@ledgerline/contract/public-forms/endpoints';
import {
  addRequestedFile,
  type ClientRequestedDocument,
  getDocumentRequest,
  removeRequestedFile,
  sendRequestedDocuments,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { DOCUMENT_MESSAGES } from '@ledgerline/contract/text/document-text';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeUploads } from '../../testing/fake-uploads.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { documents as spanish } from '../texts/messages/documents/es.ts';

const form = {
  ...{ form_link_id: 'document-request', title: 'Documents', titles: inEveryLanguage(() => 'Documents') },
  ...{ type: 'Documents', brokerage: 'Ledgerline', agent_name: 'Ada Byron', totalSteps: 0 },
};
const expires_at = '2026-11-27T15:00:00.000Z';
const photo: ClientRequestedDocument = {
  id: 1,
  name: 'Photo ID',
  notes: 'Both sides',
  status: 'open',
  reason: '',
  files: [],
};
const income: ClientRequestedDocument = {
  id: 2,
  name: 'Proof of income',
  notes: '',
  status: 'open',
  reason: '',
  files: [],
};
const stored = { id: 7, file_name: 'card.png', file_size: 2048 };
let server: FakeServer;

beforeEach(() => {
  server = publicServer();
  server.reply(validateLink, { success: true, state: 'ready', form, expires_at });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fakeUploads();
});

function requestOf(documents: readonly ClientRequestedDocument[], language: 'en' | 'es' = 'en') {
  const rest = { brokerage: 'Ledgerline', agent_name: 'Ada Byron', expires_at, expires_soon: false };
  return { success: true as const, data: { ...rest, language, documents: [...documents] } };
}

const requested = (...request: Parameters<typeof requestOf>) =>
  server.reply(getDocumentRequest, requestOf(...request));

async function open(documents: readonly ClientRequestedDocument[]) {
  requested(documents);
  openPublicPage('/forms/document-request/a.b.c');
  await screen.findByRole('heading', { name: 'Send your documents' });
}

const file = (name = 'card.png', content = 'photo') => new File([content], name, { type: 'image/png' });
const choose = (files: File | File[], name = 'Photo ID') =>
  userEvent.upload(screen.getByLabelText(`Choose files: ${name}`, { selector: 'input' }), files);
/** Returns to the tab until the page requests its documents: it listens only once its effects have run. */
async function comeBack() {
  const before = server.calls(getDocumentRequest).length;
  await waitFor(() => {
    fireEvent.focus(window);
    expect(server.calls(getDocumentRequest)).toHaveLength(before + 1);
  });
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the page of a document request', () => {
  it('uploads, removes and sends files, after a question about what is missing', async () => {
    await open([photo, income]);
    screen.getByText('Both sides');
    await press('Send documents');
    screen.getByText('Add at least one photo or file first.');
    server.reply(addRequestedFile, { success: true, file: stored });
    await choose(file());
    await screen.findByRole('button', { name: 'Remove: card.png' });
    expect(screen.queryByText('Add at least one photo or file first.')).toBeNull();
    server.reply(removeRequestedFile, { success: true, message: 'File removed.' });
    await press('Remove: card.png');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove: card.png' })).toBeNull());
    await choose(file());
    await screen.findByRole('button', { name: 'Remove: card.png' });
    await press('Send documents');
    const question = within(await screen.findByRole('dialog', { name: 'Send without everything?' }));
    question.getByText(/You haven’t added: Proof of income\./);
    server.reply(sendRequestedDocuments, { success: true, submitted_at: '2026-11-20T15:00:00.000Z' });
    await userEvent.click(question.getByRole('button', { name: 'Send anyway' }));
    await screen.findByRole('heading', { name: 'Thank you. Your documents have been sent.' });
    screen.getByText('You can close this page.');
  });

  it('explains why a file was not uploaded, and uploads it again on request', async () => {
    await open([photo]);
    server.replyError(addRequestedFile, 'unavailable', 'Away.');
    await choose(file());
    await screen.findByText(/The service is unavailable right now, so this file wasn’t uploaded/);
    await press('Send documents');
    screen.getByText('Some files aren’t uploaded yet. Wait until they are, or remove them.');
    server.reply(addRequestedFile, { success: true, file: stored });
    await press('Try again: card.png');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again: card.png' })).toBeNull());
    screen.getByRole('button', { name: 'Remove: card.png' });
  });

  it.each([
    [file('empty.png', ''), 'empty.png is empty. Please choose another file.', 0],
    [file('page.html'), 'page.html can’t be used. Please choose a photo, a PDF or an Office file.', 1],
  ])('rejects %s', async (wrong, message, calls) => {
    await open([photo]);
    server.replyError(addRequestedFile, 'validation_failed', 'No.');
    await userEvent.upload(screen.getByLabelText('Take a photo: Photo ID', { selector: 'input' }), wrong, {
      applyAccept: false,
    });
    await screen.findByText(message);
    expect(server.calls(addRequestedFile)).toHaveLength(calls);
  });

  it('shows in the client’s language what an agent needs again and what is done', async () => {
    requested(
      [
        { ...photo, status: 'again', reason: 'IMG 1', files: [stored] },
        { ...income, status: 'accepted' },
      ],
      'es',
    );
    openPublicPage('/forms/document-request/a.b.c');
    const { documentAgain, documentAccepted } = spanish;
    await screen.findByText(documentAgain.replace('{agent}', 'Ada Byron').replace('{reason}', 'IMG 1'));
    screen.getByRole('heading', { name: DOCUMENT_MESSAGES.es.names.photoId });
    const done = within(screen.getByRole('listitem', { name: DOCUMENT_MESSAGES.es.names.proofOfIncome }));
    done.getByText(documentAccepted);
    expect(done.queryByRole('button')).toBeNull();
  });

  it('keeps everything when sending fails, and closes when another device has sent it', async () => {
    await open([{ ...photo, files: [stored] }]);
    server.replyError(sendRequestedDocuments, 'unavailable', 'Away.');
    await press('Send documents');
    await screen.findByText('We couldn’t send your documents. They’re still here. Please try again.');
    server.replyError(sendRequestedDocuments, 'form_completed', 'Sent.');
    server.reply(validateLink, { success: true, state: 'completed', form, expires_at });
    await press('Send documents');
    await screen.findByText('This form has already been submitted.');
  });

  it('keeps the other files when the server rejects one, and explains it in the client’s language', async () => {
    await open([photo, income]);
    server.respond(addRequestedFile, () => {
      server.reply(addRequestedFile, { success: true, file: { ...stored, file_name: 'back.png' } });
      return Response.json({ success: false, code: 'wrong_state', message: 'It is used.' }, { status: 409 });
    });
    requested([photo, { ...income, status: 'accepted' }]);
    await choose([file(), file('back.png')]);
    await screen.findByText(
      'The documents have changed in the meantime, so this couldn’t be done. Please check them below.',
    );
    await screen.findByText('back.png was added.');
    screen.getByText(
      'The documents have changed in the meantime, so this couldn’t be done. Please check them below.',
    );
    screen.getByText('Received');
    expect(screen.queryByRole('button', { name: 'Try again: card.png' })).toBeNull();
  });

  it.each([
    ['removed', removeRequestedFile, 'Remove: card.png', 'not_found'],
    ['sent', sendRequestedDocuments, 'Send documents', 'wrong_state'],
  ] as const)('shows the current documents when they cannot be %s', async (_, endpoint, button, code) => {
    await open([{ ...photo, files: [stored] }]);
    requested([photo]);
    server.replyError(endpoint, code, 'It is gone.');
    await press(button);
    await screen.findByText(
      'The documents have changed in the meantime, so this couldn’t be done. Please check them below.',
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove: card.png' })).toBeNull());
    expect(server.calls(validateLink)).toHaveLength(1);
  });

  it('sends changed documents under a new key', async () => {
    const other = { ...stored, id: 8, file_name: 'back.png' };
    await open([{ ...photo, files: [stored, other] }]);
    server.replyError(sendRequestedDocuments, 'validation_failed', 'No.');
    const keys = () =>
      server.calls(sendRequestedDocuments).map(({ headers }) => headers.get('idempotency-key'));
    async function sendAgain() {
      const count = keys().length;
      await press('Send documents');
      await waitFor(() => expect(keys()).toHaveLength(count + 1));
      await screen.findByRole('button', { name: 'Send documents' });
    }
    await sendAgain();
    await sendAgain();
    server.reply(removeRequestedFile, { success: true, message: 'File removed.' });
    await press('Remove: back.png');
    await screen.findByText('back.png was removed.');
    await sendAgain();
    server.reply(addRequestedFile, { success: true, file: other });
    await choose(file('back.png'));
    await screen.findByText('back.png was added.');
    await sendAgain();
    requested([{ ...photo, files: [stored] }]);
    await comeBack();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove: back.png' })).toBeNull());
    await sendAgain();
    expect(keys()[1]).toBe(keys()[0]);
    expect(new Set(keys()).size).toBe(4);
  });

  it('ignores a response to a request sent before a file was removed', async () => {
    await open([{ ...photo, files: [stored] }]);
    const reply = Promise.withResolvers<Response>();
    server.respond(getDocumentRequest, () => reply.promise);
    await comeBack();
    server.reply(removeRequestedFile, { success: true, message: 'File removed.' });
    await press('Remove: card.png');
    await screen.findByText('card.png was removed.');
    reply.resolve(Response.json(requestOf([{ ...photo, files: [stored] }])));
    // Only one request at a time: the next one means that the response has been processed.
    server.respond(getDocumentRequest, () => Promise.withResolvers<Response>().promise);
    await comeBack();
    await press('Send documents');
    await screen.findByText('Add at least one photo or file first.');
    expect(screen.queryByRole('button', { name: 'Remove: card.png' })).toBeNull();
  });

  it('shows a file again that was stored although it was removed during the upload', async () => {
    await open([photo]);
    server.respond(addRequestedFile, () => Promise.withResolvers<Response>().promise);
    await choose(file());
    await screen.findByRole('progressbar', { name: 'card.png' });
    requested([{ ...photo, files: [stored] }]);
    await press('Remove: card.png');
    await screen.findByText('2 KB');
    expect(screen.queryByRole('progressbar')).toBeNull();
    server.reply(removeRequestedFile, { success: true, message: 'File removed.' });
    await press('Remove: card.png');
    await screen.findByText('card.png was removed.');
  });

  it('removes a file that is stored after it was removed at the end of the upload', async () => {
    fakeUploads(100);
    await open([photo]);
    const reply = Promise.withResolvers<Response>();
    server.respond(addRequestedFile, () => reply.promise);
    server.reply(removeRequestedFile, { success: true, message: 'File removed.' });
    await choose(file());
    await screen.findByText('Uploading: 100%');
    await press('Remove: card.png');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await press('Send documents');
    screen.getByText('Some files aren’t uploaded yet. Wait until they are, or remove them.');
    reply.resolve(Response.json({ success: true, file: stored }, { status: 201 }));
    await screen.findByText('card.png was removed.');
    expect(screen.queryByRole('button', { name: 'Remove: card.png' })).toBeNull();
    expect(server.calls(removeRequestedFile)[0]?.path).toBe('/secure-access/documents/1/files/7');
  });
});
