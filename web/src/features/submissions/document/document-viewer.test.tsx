import { getSubmission, getSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { aSubmission } from '../testing/submissions.ts';
import { DocumentViewer } from './document-viewer.tsx';

const SIGNED = aSubmission({ type: 'DocuSign', title: 'Agreement', has_advisor_signature: true });
const document = {
  signed_url: 'https://portal.test/api/files/x/agreement.pdf',
  file_name: 'agreement.pdf',
  mime_type: 'application/pdf',
  is_complete: true,
};
let server: FakeServer;

beforeEach(() => {
  server = fakeServer()
    .reply(getSubmission, { success: true, data: SIGNED })
    .reply(getSubmissionDocument, { success: true, document });
});

describe('the document viewer', () => {
  it('shows the signed document of a form', async () => {
    renderRouted(<DocumentViewer formId={3} />);
    await screen.findByRole('region', { name: 'Preview of agreement.pdf' });
  });

  it('links back to the form of the document', async () => {
    renderRouted(<DocumentViewer formId={3} />);
    const back = await screen.findByRole('link', { name: 'Back to the form' });
    expect(back.getAttribute('href')).toBe('/crm/clients/7/forms/3');
  });

  it('requires a form id', async () => {
    renderRouted(<DocumentViewer formId={undefined} />);
    await screen.findByText('No form ID available');
  });

  it('shows that nothing is signed', async () => {
    server.reply(getSubmission, {
      success: true,
      data: aSubmission({ type: 'DocuSign', has_advisor_signature: false }),
    });
    renderRouted(<DocumentViewer formId={3} />);
    await screen.findByText('No signed document available');
  });

  it('shows that the document cannot be loaded, and retries', async () => {
    server.replyError(getSubmissionDocument, 'not_allowed', 'No.');
    renderRouted(<DocumentViewer formId={3} />);
    await screen.findByText('Failed to load document. Please try again.');
    server.reply(getSubmissionDocument, { success: true, document });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('region', { name: 'Preview of agreement.pdf' });
  });

  it('shows the same for a form that cannot be loaded', async () => {
    server.replyError(getSubmission, 'not_found', 'Gone.');
    renderRouted(<DocumentViewer formId={3} />);
    await screen.findByText('Failed to load document. Please try again.');
  });
});
