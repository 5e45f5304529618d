import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';

/** An unsigned, uncategorized PDF of client 7. */
export function aDocument(fields: Partial<ClientDocument> = {}): ClientDocument {
  return {
    id: 4,
    client_id: 7,
    session_form_id: null,
    file_name: 'Agreement.pdf',
    file_url: 'https://portal.test/api/files/ticket/Agreement.pdf',
    file_size: 2048,
    mime_type: 'application/pdf',
    uploaded_at: '2026-11-20T15:00:00.000Z',
    uploaded_by: 'Ada Byron',
    status: '',
    folder: 'uncategorized',
    signed: false,
    is_sealed: false,
    notes: '',
    ...fields,
  };
}
