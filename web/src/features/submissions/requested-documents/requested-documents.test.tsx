import {
  createDocumentRequest,
  listRequestedDocuments,
  type RequestedDocument,
  reviewRequestedDocuments,
} from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { aSubmission } from '../testing/submissions.ts';
import { RequestDocumentsDialog } from './request-documents-dialog.tsx';
import { RequestedDocuments } from './requested-documents.tsx';
import { reviewLabel, startDecisions } from './review-values.ts';

const file = {
  ...{ id: 5, file_name: 'IMG_1.png', file_size: 2048, mime_type: 'image/png' },
  ...{ file_url: 'https://portal.test/api/files/t/IMG_1.png', uploaded_at: '2026-11-20T15:00:00.000Z' },
};
const document = (fields: Partial<RequestedDocument>): RequestedDocument => ({
  ...{ id: 1, name: 'Photo ID', notes: '', folder: 'Identification', status: 'open', reason: '', files: [] },
  ...fields,
});
const photo = document({ files: [file] });
const income = document({ id: 2, name: 'Proof of income' });
const request = aSubmission({ type: 'Documents', title: 'Documents', form_link_id: 'document-request' });
const sent = { ...request, is_completed: true, status: 'completed', has_pending_answers: true };
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Request Documents', () => {
  const onCreated = vi.fn();
  async function open() {
    onCreated.mockClear();
    renderPart(<RequestDocumentsDialog clientId={7} onClose={vi.fn()} onCreated={onCreated} />);
    return within(await screen.findByRole('dialog', { name: 'Request Documents' }));
  }

  it('needs a document with a name, and keeps everything when the request fails', async () => {
    const dialog = await open();
    await press('Request Documents');
    dialog.getByText('Choose at least one document.');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Photo ID' }));
    await press('Add Another Document');
    await press('Request Documents');
    dialog.getByText('Enter the name of the document');
    await userEvent.type(dialog.getAllByLabelText('Document')[1] ?? window.document.body, 'Lease');
    server.replyError(createDocumentRequest, 'not_found', 'The client has been deleted.');
    await press('Request Documents');
    await dialog.findByText('The client has been deleted.');
    expect(onCreated).not.toHaveBeenCalled();
    server.reply(createDocumentRequest, { success: true, id: 3, data: { ...request, form_data: null } });
    await press('Request Documents');
    await waitFor(() => expect(onCreated).toHaveBeenCalled());
    expect(server.calls(createDocumentRequest).at(-1)?.body).toEqual({
      client_id: 7,
      documents: [
        { name: 'Photo ID', folder: 'Identification', notes: '' },
        { name: 'Lease', folder: '', notes: '' },
      ],
    });
  });
});

describe('the review of documents', () => {
  it('shows what is requested while it is the client’s turn', async () => {
    server.reply(listRequestedDocuments, {
      success: true,
      data: [document({ status: 'again', reason: 'Blurred' }), document({ id: 2, status: 'accepted' })],
    });
    renderPart(<RequestedDocuments submission={request} />);
    await screen.findByText('Waiting for the client. What they send appears here.');
    screen.getByText('Requested again: Blurred');
    screen.getByText('Accepted in Identification');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('sends a decision for every document, with a reason for one that was sent', async () => {
    server.reply(listRequestedDocuments, { success: true, data: [photo, income] });
    const onReopened = vi.fn();
    renderPart(<RequestedDocuments submission={sent} onReopened={onReopened} />);
    const decision = within(await screen.findByRole('radiogroup', { name: 'Decision: Photo ID' }));
    screen.getByText('The client sent no file.');
    await userEvent.click(decision.getByRole('radio', { name: 'Request again' }));
    await press('Request 2 Again');
    screen.getByText('Enter what the client should do differently');
    await userEvent.type(screen.getByLabelText('Reason, shown to the client'), 'Too dark');
    const missing = within(screen.getByRole('radiogroup', { name: 'Decision: Proof of income' }));
    expect(missing.queryByRole('radio', { name: 'Accept' })).toBeNull();
    await userEvent.click(missing.getByRole('radio', { name: 'Not needed' }));
    server.replyError(reviewRequestedDocuments, 'conflict', 'Reviewed by someone else.');
    await press('Request 1 Again');
    await screen.findByText('Reviewed by someone else.');
    server.reply(reviewRequestedDocuments, { success: true, message: 'Done.', is_reopened: true });
    await press('Request 1 Again');
    await waitFor(() => expect(onReopened).toHaveBeenCalled());
    expect(server.calls(reviewRequestedDocuments).at(-1)?.body).toEqual({
      decisions: [
        { id: 1, decision: 'again', reason: 'Too dark' },
        { id: 2, decision: 'not_needed', reason: '' },
      ],
    });
  });

  it('offers the link again, also if the request is refetched before the response arrives', async () => {
    server.reply(listRequestedDocuments, { success: true, data: [document({})] });
    const reply = Promise.withResolvers<Response>();
    server.respond(reviewRequestedDocuments, () => reply.promise);
    const onReopened = vi.fn();
    function Open() {
      const [current, setCurrent] = useState(sent);
      return (
        <>
          <button type="button" onClick={() => setCurrent(request)}>
            Refetch
          </button>
          <RequestedDocuments submission={current} onReopened={onReopened} />
        </>
      );
    }
    renderPart(<Open />);
    await screen.findByRole('button', { name: 'Request 1 Again' });
    await press('Request 1 Again');
    await waitFor(() => expect(server.calls(reviewRequestedDocuments)).toHaveLength(1));
    await press('Refetch');
    await screen.findByText('Waiting for the client. What they send appears here.');
    expect(onReopened).not.toHaveBeenCalled();
    reply.resolve(Response.json({ success: true, message: 'Done.', is_reopened: true }));
    await waitFor(() => expect(onReopened).toHaveBeenCalledOnce());
  });

  it('offers to accept what the client sends while the agent has the request open', async () => {
    server.reply(listRequestedDocuments, { success: true, data: [document({})] });
    const reply = Promise.withResolvers<Response>();
    function Open() {
      const [current, setCurrent] = useState(request);
      const at = '2026-11-20T15:00:00.000Z';
      const onSent = () => setCurrent({ ...sent, last_saved: at, updated_at: at });
      return (
        <>
          <button type="button" onClick={onSent}>
            Send
          </button>
          <RequestedDocuments submission={current} />
        </>
      );
    }
    renderPart(<Open />);
    await screen.findByText('Waiting for the client. What they send appears here.');
    server.respond(listRequestedDocuments, () => reply.promise);
    await press('Send');
    screen.getByText('Photo ID');
    expect(screen.queryByRole('radio')).toBeNull();
    reply.resolve(Response.json({ success: true, data: [photo] }));
    await screen.findByRole('radio', { name: 'Accept' });
    screen.getByRole('button', { name: 'Accept 1' });
  });

  it('starts with what was sent as accepted and what is missing as requested again', () => {
    const { decisions } = startDecisions([photo, income, document({ id: 3, status: 'accepted' })]);
    expect(decisions.map(({ id, decision }) => [id, decision])).toEqual([
      [1, 'accept'],
      [2, 'again'],
    ]);
    expect(reviewLabel(decisions)).toBe('Accept 1, Request 1 Again');
    expect(reviewLabel([])).toBe('Finish Review');
  });
});
