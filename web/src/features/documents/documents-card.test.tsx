import {
  deleteDocument,
  getDocument,
  listClientDocuments,
  updateDocument,
  uploadDocuments,
} from '@ledgerline/contract/documents/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { fakeUploads } from '../../testing/fake-uploads.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { DocumentsCard } from './documents-card.tsx';
import { aDocument } from './testing/documents.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function aServer(documents = [aDocument()]) {
  const [document = aDocument()] = documents;
  return new FakeServer()
    .reply(listClientDocuments, { success: true, documents })
    .reply(getDocument, { success: true, document, data: document })
    .reply(updateDocument, { success: true, document, data: document })
    .reply(deleteDocument, { success: true })
    .start();
}

async function openMenu(name = 'Agreement.pdf') {
  await userEvent.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
}

async function openDocument() {
  await userEvent.click(await screen.findByRole('button', { name: /^Agreement\.pdf/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agreement.pdf' }));
  await dialog.findByLabelText('Name');
  return dialog;
}

describe('the Documents card', () => {
  it('lists by folder with size in KB, date, signed badge and status', async () => {
    aServer([aDocument({ folder: 'Policies', signed: true, status: 'Received' }), aDocument({ id: 5 })]);
    renderPart(<DocumentsCard clientId={7} />);
    const folder = within(await screen.findByRole('region', { name: 'Policies' }));
    for (const text of ['Agreement.pdf', '2 KB', 'Nov 20, 2026', 'Signed', 'Received'])
      folder.getByText(text);
    expect(within(screen.getByRole('region', { name: 'Uncategorized' })).queryByText('Signed')).toBeNull();
  });

  it('shows the empty state and the load error', async () => {
    const server = aServer([]);
    const view = renderPart(<DocumentsCard clientId={7} />);
    await screen.findByText(/^No documents yet\./);
    view.unmount();
    server.replyError(listClientDocuments, 'not_allowed', 'Not for you.');
    renderPart(<DocumentsCard clientId={7} />);
    await screen.findByText('The documents could not be loaded. Not for you.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('confirms before deleting, and keeps the document when cancelled', async () => {
    const server = aServer();
    renderPart(<DocumentsCard clientId={7} />);
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog'));
    question.getByText('Are you sure you want to delete the document? This action cannot be undone.');
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(deleteDocument)).toHaveLength(0);
  });

  it('requires an owner to type the name of a signed PDF, and lets no one else delete it', async () => {
    const sealed = aDocument({ signed: true, is_sealed: true });
    const server = aServer([sealed]);
    signInAs();
    const view = renderPart(<DocumentsCard clientId={7} />);
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Mark as Not Signed' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('This is the signed PDF of a form. Only an owner can delete it.');
    view.unmount();
    signInAs({ is_owner: true });
    renderPart(<DocumentsCard clientId={7} />);
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    await userEvent.type(question.getByLabelText(/Type its name to delete it\./), 'Agreement.pdf');
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.calls(deleteDocument)[0]?.body).toEqual({ confirm_title: 'Agreement.pdf' }),
    );
  });

  it('asks for the name of a signed PDF again after a failure', async () => {
    const server = aServer([aDocument({ is_sealed: true })]).replyError(deleteDocument, 'not_allowed', 'No.');
    signInAs({ is_owner: true });
    renderPart(<DocumentsCard clientId={7} />);
    const openDialog = async () => {
      await openMenu();
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      return within(await screen.findByRole('dialog'));
    };
    const first = await openDialog();
    await userEvent.type(first.getByLabelText(/Type its name to delete it\./), 'Agreement.pdf{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const second = await openDialog();
    expect(second.getByLabelText(/Type its name to delete it\./)).toHaveProperty('value', '');
    expect(second.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
    await userEvent.type(second.getByLabelText(/Type its name to delete it\./), 'Agreement.pdf{Enter}');
    await waitFor(() => expect(server.calls(deleteDocument)).toHaveLength(2));
  });

  it('only logs a failed deletion and a failed update', async () => {
    const server = aServer()
      .replyError(deleteDocument, 'not_allowed', 'No.')
      .replyError(updateDocument, 'not_allowed', 'No.');
    renderPart(<DocumentsCard clientId={7} />);
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as Signed' }));
    await waitFor(() => expect(server.calls(updateDocument)).toHaveLength(1));
    await waitFor(() => expect(vi.mocked(console.error)).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the document dialog', () => {
  it('previews the file and saves changes', async () => {
    const server = aServer();
    renderPart(<DocumentsCard clientId={7} />);
    const dialog = await openDocument();
    dialog.getByRole('region', { name: 'Preview of Agreement.pdf' });
    await userEvent.clear(dialog.getByLabelText('Folder', { selector: 'input' }));
    await userEvent.type(dialog.getByLabelText('Folder', { selector: 'input' }), 'Policies');
    await userEvent.click(dialog.getByLabelText('Signed'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(updateDocument)[0]?.body).toEqual({ folder: 'Policies', signed: true });
  });

  it('keeps the input when saving fails', async () => {
    aServer().replyError(updateDocument, 'not_allowed', 'No.');
    renderPart(<DocumentsCard clientId={7} />);
    const dialog = await openDocument();
    await userEvent.type(dialog.getByLabelText('Status', { selector: 'input' }), 'Approved');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('The document was not saved. Please try again.');
    dialog.getByDisplayValue('Approved');
  });

  it('confirms before deleting', async () => {
    const server = aServer();
    renderPart(<DocumentsCard clientId={7} />);
    const dialog = await openDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Agreement.pdf?' }));
    question.getByText('Are you sure you want to delete this document?');
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(deleteDocument)).toHaveLength(1);
  });

  it('shows an error when deleting fails', async () => {
    aServer().replyError(deleteDocument, 'not_allowed', 'No.');
    renderPart(<DocumentsCard clientId={7} />);
    const dialog = await openDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Agreement.pdf?' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await question.findByText('Failed to delete document. Please try again.');
  });
});

describe('Upload Documents', () => {
  const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

  async function openUpload(button: string, title: string) {
    const sent = fakeUploads();
    const server = aServer([]).reply(uploadDocuments, { success: true, files: [] });
    renderPart(<DocumentsCard clientId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    return { sent, server, dialog: within(await screen.findByRole('dialog', { name: title })) };
  }

  it('uploads several files with folder, status, signed and notes, one request each', async () => {
    const { dialog, sent } = await openUpload('Upload Documents', 'Upload Documents');
    await userEvent.upload(dialog.getByLabelText('Choose files', { selector: 'input' }), [
      pdf('a.pdf'),
      pdf('b.pdf'),
    ]);
    await userEvent.type(dialog.getByLabelText('Folder', { selector: 'input' }), 'Policies');
    await userEvent.type(dialog.getByLabelText('Status', { selector: 'input' }), 'Received');
    await userEvent.click(dialog.getByLabelText('Signed'));
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const forms = sent.map((form) =>
      [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]),
    );
    const shared = [
      ['folder', 'Policies'],
      ['status', 'Received'],
      ['signed', 'true'],
      ['notes', ''],
    ];
    expect(forms).toEqual([
      [...shared, ['documents', 'a.pdf']],
      [...shared, ['documents', 'b.pdf']],
    ]);
  });

  it('keeps a failed file for a retry and uploads the rest', async () => {
    const { dialog, sent, server } = await openUpload('Upload Documents', 'Upload Documents');
    server.respond(uploadDocuments, () => {
      server.reply(uploadDocuments, { success: true, files: [] });
      return Response.json({ success: false, message: 'There is no room.' }, { status: 413 });
    });
    await userEvent.upload(dialog.getByLabelText('Choose files', { selector: 'input' }), [
      pdf('a.pdf'),
      pdf('b.pdf'),
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await dialog.findByText('Upload failed. There is no room.');
    dialog.getByLabelText('Uploaded');
    expect(sent).toHaveLength(2);
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(3);
    expect(sent[2]?.get('documents')).toMatchObject({ name: 'a.pdf' });
  });

  it('names what leaving discards: only the files that were not uploaded', async () => {
    const { dialog, server } = await openUpload('Upload Documents', 'Upload Documents');
    server.respond(uploadDocuments, () => {
      server.reply(uploadDocuments, { success: true, files: [] });
      return Response.json({ success: false, message: 'There is no room.' }, { status: 413 });
    });
    const files = [pdf('a.pdf'), pdf('b.pdf')];
    await userEvent.upload(dialog.getByLabelText('Choose files', { selector: 'input' }), files);
    const confirmation = () => screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    within(await confirmation()).getByText('Your changes have not been saved.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await dialog.findByText('Upload failed. There is no room.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    within(await confirmation()).getByText(/^Not uploaded yet: “a.pdf”\. Files that were uploaded are in/);
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove a.pdf' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows upload progress in numbers', async () => {
    const { dialog, server } = await openUpload('Upload Documents', 'Upload Documents');
    server.respond(uploadDocuments, () => new Promise(() => undefined));
    await userEvent.upload(dialog.getByLabelText('Choose files', { selector: 'input' }), [pdf('a.pdf')]);
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await dialog.findByText('5 KB of 10 KB');
    expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  });

  it('reports rejected files before uploading', async () => {
    const { dialog, sent } = await openUpload('Add Document', 'Add Document to Client');
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    dialog.getByText('Please choose a file');
    const input = dialog.getByLabelText('Choose a File', { selector: 'input' });
    await userEvent.upload(input, [new File([], 'empty.pdf')], { applyAccept: false });
    await dialog.findByText('empty.pdf is empty.');
    expect(sent).toEqual([]);
  });
});
