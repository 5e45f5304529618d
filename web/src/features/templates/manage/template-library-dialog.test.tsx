import { type LibraryFile, listLibrary, uploadToLibrary } from '@ledgerline/contract/signing/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { TemplateLibraryDialog } from './template-library-dialog.tsx';

const agreement: LibraryFile = {
  id: 'a',
  name: 'Advisory Agreement',
  page_count: 2,
  signers: ['advisor', 'client'],
  checkboxes: 4,
  lists: 1,
  problem: null,
  is_archived: false,
};
const scan: LibraryFile = { ...agreement, id: 'b', name: 'Scan', problem: 'It has no form fields.' };

describe('the template library', () => {
  it('lists its files, with the problems of unusable ones', async () => {
    fakeServer().reply(listLibrary, { success: true, files: [agreement, scan] });
    renderPart(<TemplateLibraryDialog opened onClose={vi.fn()} />);
    await screen.findByText('2 pages · signed by agent, then client · 4 check boxes · 1 list');
    screen.getByText('It has no form fields.');
  });

  it('accepts a new PDF and lists it', async () => {
    const server = fakeServer().reply(listLibrary, { success: true, files: [] });
    const sent = fakeUploads();
    renderPart(<TemplateLibraryDialog opened onClose={vi.fn()} />);
    await screen.findByText('No files yet');
    server
      .reply(uploadToLibrary, { success: true, file: agreement })
      .reply(listLibrary, { success: true, files: [agreement] });
    const file = new File(['%PDF'], 'Advisory Agreement.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText('PDF file'), file);
    await screen.findByText('Advisory Agreement');
    expect(sent[0]?.get('file')).toBe(file);
  });

  it('shows why a file was rejected', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer().reply(listLibrary, { success: true, files: [] });
    fakeUploads();
    renderPart(<TemplateLibraryDialog opened onClose={vi.fn()} />);
    server.replyError(uploadToLibrary, 'validation_failed', 'The PDF is encrypted.');
    const input = await screen.findByLabelText('PDF file');
    await userEvent.upload(input, new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
    await screen.findByText('Upload failed. The PDF is encrypted.');
    await waitFor(() => expect(server.calls(uploadToLibrary)).toHaveLength(1));
  });
});
