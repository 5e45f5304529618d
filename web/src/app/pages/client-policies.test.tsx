import { getClient } from '@ledgerline/contract/clients/endpoints';
import { listClientCommissions } from '@ledgerline/contract/commissions/endpoints';
import { getDocument, listClientDocuments, uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { listHousehold } from '@ledgerline/contract/households/endpoints';
import { createPolicy, listClientPolicies } from '@ledgerline/contract/policies/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aClient } from '../../features/clients/testing/clients.ts';
import { aDocument } from '../../features/documents/testing/documents.ts';
import { aPolicy } from '../../features/policies/testing/policies.ts';
import { fakeUploads } from '../../testing/fake-uploads.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { ClientPolicies } from './client-detail-page.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const CARD = aDocument({ id: 4, file_name: 'Card.pdf' });

function open(policies = [aPolicy({ documents: [CARD] })]) {
  const server = fakeServer()
    .reply(getClient, { success: true, data: aClient(7) })
    .reply(listHousehold, { success: true, members: [] })
    .reply(listClientCommissions, { success: true, commissions: [] })
    .reply(listClientPolicies, { success: true, policies })
    .reply(listClientDocuments, { success: true, documents: [CARD] })
    .reply(getDocument, { success: true, document: CARD, data: CARD })
    .reply(createPolicy, { success: true, id: 6, policy: aPolicy({ id: 6 }) });
  renderPart(<ClientPolicies clientId={7} />);
  return server;
}

it('opens a document of a policy by its name', async () => {
  const server = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Card.pdf' }));
  await screen.findByRole('dialog', { name: 'Card.pdf' });
  expect(server.calls(getDocument)[0]?.path).toBe('/documents/4');
});

it('uploads documents to the client from the policy dialog, and adds them to the policy on save', async () => {
  const sent = fakeUploads();
  const server = open([]);
  server.respond(uploadDocuments, () => {
    const name = [...(sent.at(-1)?.values() ?? [])].find((value) => value instanceof File)?.name ?? '';
    const files = [aDocument({ id: 10 + sent.length, file_name: name })];
    return name === 'broken.pdf' && sent.length === 2
      ? Response.json({ success: false, message: 'There is no room.' }, { status: 413 })
      : Response.json({ success: true, files }, { status: 201 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add Policy' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Policy' }));
  await userEvent.type(form.getByRole('combobox', { name: /^Carrier/ }), 'Oscar');
  await userEvent.click(form.getByRole('button', { name: 'Upload Documents' }));
  const upload = within(await screen.findByRole('dialog', { name: 'Upload Documents' }));
  upload.getByText(/^Each file is added to the client’s documents as soon as it is uploaded\./);
  const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
  await userEvent.upload(upload.getByLabelText('Choose files', { selector: 'input' }), [
    pdf('new.pdf'),
    pdf('broken.pdf'),
  ]);
  await userEvent.click(upload.getByRole('button', { name: 'Upload' }));
  await upload.findByText('Upload failed. There is no room.');
  // One file was uploaded and belongs to the client, although the upload of the other one was cancelled.
  await userEvent.click(upload.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload Documents' })).toBeNull());
  form.getByText('The uploaded files are in the client’s documents. Save to add them to the policy.');
  expect(form.getAllByText('new.pdf').length).toBeGreaterThan(0);
  expect(server.calls(createPolicy)).toEqual([]);
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(createPolicy)).toHaveLength(1));
  expect(server.calls(createPolicy)[0]?.body).toMatchObject({ carrier: 'Oscar', document_ids: [11] });
});
