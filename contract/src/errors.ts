import { PAYMENT_PROCESSING } from './rules/invoices.ts';

const LINK_NEEDED =
  'This form cannot be opened directly. Please use "Get Form Link" to generate the proper URL.';

/**
 * Every error code of the API, with its HTTP status (decisions A23) and the message that is shown where a response has
 * none of its own. There is one table only: a code without a message does not compile. An error that a caller reacts to
 * has its own code; any other error about the current state is `wrong_state` (decision 041).
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'Some values are not valid.' },
  malformed_request: { status: 400, message: 'The request could not be read.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'Invalid username or password' },
  invalid_link: { status: 401, message: 'Invalid or expired secure token.' },
  not_allowed: { status: 403, message: 'Access denied. You do not have permission to perform this action.' },
  second_factor_needed: { status: 403, message: 'Please complete two-factor authentication to sign in.' },
  second_factor_missing: {
    status: 403,
    message: 'Your brokerage requires two-factor authentication. Please set it up first.',
  },
  second_step_expired: {
    status: 403,
    message: 'This sign-in took too long or was changed in the meantime. Please enter your password again.',
  },
  locked: { status: 403, message: 'This sign-in is locked. Please confirm your identity.' },
  proof_needed: { status: 403, message: 'Please confirm your identity.' },
  link_expired: { status: 403, message: 'Link has expired. Please generate a new one.' },
  not_found: { status: 404, message: 'Not found.' },
  no_document: { status: 404, message: 'No document available for download' },
  duplicate: { status: 409, message: 'This already exists.' },
  conflict: { status: 409, message: 'This was changed by someone else.' },
  likely_repeat: { status: 409, message: 'This was just done. Do it again?' },
  unconfirmed_number: { status: 409, message: 'A number is incomplete or wrong. Save it anyway?' },
  wrong_state: { status: 409, message: 'This is not possible in the current state.' },
  form_completed: { status: 409, message: 'This form has already been submitted.' },
  form_voided: { status: 409, message: 'This form has been voided and can no longer be filled in.' },
  link_revoked: {
    status: 409,
    message: 'This link has been replaced by a newer one. Please use the newest message you received.',
  },
  link_needed: { status: 409, message: LINK_NEEDED },
  advisor_first: { status: 409, message: LINK_NEEDED },
  source_missing: { status: 409, message: 'Form source not configured' },
  link_not_supported: { status: 409, message: 'Form not supported' },
  document_unfinished: { status: 409, message: 'Document is not yet complete and cannot be downloaded' },
  content_lost: {
    status: 409,
    message:
      'The signed copy would lack part of the original document, so it was not completed and nothing was signed. Print the original to a new PDF, add it as a template again, and send the form again.',
  },
  contact_required: {
    status: 409,
    message: 'Contact Information Required: please add an email address or a phone number to this invoice.',
  },
  payment_processing: { status: 409, message: PAYMENT_PROCESSING },
  total_differs: { status: 409, message: 'The payment provider calculated a different total.' },
  former_provider: { status: 409, message: 'This was created with the previous provider.' },
  has_related_data: { status: 409, message: 'This has related data and cannot be deleted.' },
  reason_needed: { status: 409, message: 'Please enter a reason.' },
  confirmation_needed: { status: 409, message: 'This has to be confirmed by typing its title.' },
  idempotency_mismatch: {
    status: 409,
    message: 'This Idempotency-Key was already used for another request.',
  },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This content type is not supported.' },
  wrong_host: { status: 421, message: 'This portal is not available at this address.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'An unexpected error occurred' },
  file_damaged: {
    status: 500,
    message: 'This file is corrupted and can’t be downloaded. Restore it from a backup.',
  },
  provider_unavailable: { status: 502, message: 'The provider cannot be reached. Please try again.' },
  document_not_processed: {
    status: 503,
    message:
      'This document takes too long to process or cannot be processed, so it was not completed and nothing was signed. The signer can try again. If that fails too, print the original to a new PDF, add it as a template again, and send the form again.',
  },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
  disk_full: {
    status: 507,
    message: 'The server’s disk is full. Ask your IT contact to free up space, then try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One validation error: `path` is the field name as sent, `message` a sentence for people. */
export interface FieldError {
  path: string;
  message: string;
}

/** The wire form of every error response. */
export interface ErrorBody {
  success: false;
  message: string;
  code: ErrorCode;
  details?: { fields?: FieldError[]; requestId?: string; [key: string]: unknown };
}
