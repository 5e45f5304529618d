import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';
import { aSubmission } from './testing/submissions.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const LINK = { secure_access_token: 't', access_token_expires_at: '2026-11-20T15:00:01Z' };
const DONE = { category: 'complete', display_status: 'Completed', read_at: '2026-11-20T14:00:00Z' } as const;

describe('the next step of a submission', () => {
  it.each<[string, string, Parameters<typeof aSubmission>[0]]>([
    ['—', 'none', { is_voided: true, category: 'voided', ...LINK }],
    ['Talk to the client', 'agent', { status: 'declined', ...LINK }],
    ['Sign', 'agent', { category: 'alert', client_id: null }],
    ['Review', 'agent', { ...DONE, read_at: null, has_pending_answers: true }],
    ['Apply the answers', 'agent', { ...DONE, has_pending_answers: true }],
    ['Link to a client', 'agent', { ...DONE, client_id: null }],
    ['—', 'none', { ...DONE, client_id: null, session_id: 4 }],
    ['—', 'none', DONE],
    ['Client signs', 'client', { display_status: 'Sent - Awaiting Signature' }],
    ['Client signs', 'client', { display_status: 'Pending Client Signature', ...LINK }],
    ['Send the link', 'agent', { display_status: 'Pending Client Signature' }],
    ['Visitor finishes the form', 'client', { client_id: null, access_type: 'public' }],
    ['Link to a client', 'agent', { client_id: null }],
    ['Send the link', 'agent', {}],
    ['Client fills in the form', 'client', LINK],
    ['Client fills in the form', 'client', { ...LINK, access_token_expires_at: null }],
    ['Send a new link', 'agent', { ...LINK, access_token_expires_at: '2026-11-20T14:59:59Z' }],
    // The session has a link of its own.
    ['Client fills in the form', 'client', { session_id: 4 }],
    ['Client is at step 3 of 6', 'client', { ...LINK, has_form_data: true, progress_step: 2 }],
    ['Client is at step 6 of 6', 'client', { ...LINK, has_form_data: true, progress_step: 6 }],
    ['Client opens it', 'client', { ...LINK, type: 'PDF', total_steps: 0 }],
  ])('is %s (%s)', (text, who, fields) => {
    expect(nextStep(aSubmission(fields), NOW)).toEqual({ text, who });
  });
});
