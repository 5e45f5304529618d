import type { Submission } from '@ledgerline/contract/submissions/schemas';

/** Out for both signatures, in a session. */
export const SENT: Partial<Submission> = {
  type: 'DocuSign',
  title: 'Advisory Agreement',
  session_id: 4,
  session_type: 'Session 1',
  envelope_id: 'env-1',
  envelope_status: 'sent',
  status: 'sent',
  pending_advisor_signature: true,
  pending_client_signature: true,
  display_status: 'Pending Agent Signature',
  category: 'alert',
  read_at: '2026-11-20T15:00:00.000Z',
};
export const SIGNED: Partial<Submission> = {
  ...SENT,
  has_advisor_signature: true,
  has_client_signature: true,
  signed_document_id: '12',
  display_status: 'Completed',
  category: 'complete',
};
/** The response with the URL of its file. */
export const DOCUMENT = {
  success: true,
  document: {
    signed_url: 'https://portal.test/api/files/x/agreement.pdf',
    file_name: 'agreement.pdf',
    mime_type: 'application/pdf',
    is_complete: false,
  },
} as const;
