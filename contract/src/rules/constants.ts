// Business constants and limits of 0§9 and 1§9. Times are milliseconds unless the name says otherwise.

export const CLIENT_PAGE_SIZE = 15;
export const INVOICE_PAGE_SIZE = 15;
export const SEARCH_DEBOUNCE_MS = 750;
export const EMAIL_CHECK_DEBOUNCE_MS = 500;
/** The first width that counts as wide: 767 px and less is mobile (decisions C14). */
export const MOBILE_BREAKPOINT_PX = 768;

export const HTTP_TIMEOUT_MS = 30_000;
export const MAX_RETRIES = 3;
export const FIRST_RETRY_DELAY_MS = 1_000;
export const MAX_QUERY_RETRY_DELAY_MS = 30_000;
export const CACHE_STALE_MS = 5 * 60_000;
export const CACHE_RETAINED_MS = 10 * 60_000;

export const TEMPORARY_SESSION_PREFIX = 'TEMP_';
export const SECURE_SESSION_PREFIX = 'SEC_';
/** Random letters and digits after either prefix (decisions I8). */
export const SESSION_ID_RANDOM_LENGTH = 16;
export const TEMPORARY_SESSION_LIMIT_MS = 30 * 60_000;
export const TEMPORARY_SESSION_WARNING_MS = 25 * 60_000;
export const TEMPORARY_SESSION_AUTOSAVE_MS = 30_000;
export const SECURE_SESSION_WARNING_HOURS = 24;
export const SECURE_SESSION_AUTOSAVE_MS = 10_000;

export const SECURE_LINK_HOURS = 168;
export const DEFAULT_EXPIRATION_DAYS = 7;
export const MIN_EXPIRATION_DAYS = 1;
export const MAX_EXPIRATION_DAYS = 30;
/** Days offered by the Extend dropdown (decisions I2). */
export const EXTEND_DAYS = [1, 3, 7, 14, 30] as const;

/** Applies to templates, sessions and invoices alike. */
export const SALES_TAX_RATE = 0.07;
export const MAX_BASE_COST_DOLLARS = 999_999.99;
export const MONEY_STEP_DOLLARS = 0.01;
export const MIN_QUANTITY = 0.001;
export const QUANTITY_STEP = 0.001;
export const TAX_RATE_STEP = 0.01;

/** As shown; 'WebForm' is read as 'Web Form' (decisions F1). */
export const FORM_TYPES = ['Web Form', 'DocuSign', 'PDF', 'Link'] as const;
export const FORM_STATUSES = ['pending', 'voided', 'completed', 'sent'] as const;
export const WEB_FORM_MARKERS = ['personal-info', 'iul-application'] as const;
export const SUBMISSION_CATEGORIES = ['alert', 'new', 'in_progress', 'complete', 'voided'] as const;
export const INVOICE_STATUSES = ['draft', 'sent', 'partially_paid', 'paid', 'void', 'pending'] as const;
/** In English, on the screens of agents and in the PDF; for clients the PDF has them in every language. */
export const INVOICE_STATUS_LABELS: Readonly<Record<(typeof INVOICE_STATUSES)[number], string>> = {
  draft: 'Draft',
  sent: 'Sent',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  void: 'Void',
  pending: 'Pending',
};
/** The payment status of an invoice as agents and clients see it: its status, or how far a paid one, which stays `paid`, was refunded. */
export const PAYMENT_STATES = [...INVOICE_STATUSES, 'partially_refunded', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export const PAYMENT_STATE_LABELS: Readonly<Record<PaymentState, string>> = {
  ...INVOICE_STATUS_LABELS,
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
};
/**
 * `refund`: refunded on purpose, so nothing is due again. `reversal`: the payment was returned (bounced check, dispute, chargeback), so it
 * is due again.
 */
export const TRANSACTION_KINDS = ['payment', 'refund', 'reversal'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
export const TRANSACTION_KIND_LABELS: Readonly<Record<TransactionKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  reversal: 'Returned payment',
};
export const PAYMENT_METHODS = ['card', 'ach', 'cash', 'check'] as const;

/** Template option and the corresponding schedule frequency (decisions F17). */
export const PAYMENT_FREQUENCIES = [
  { value: '', label: 'One time', frequency: null },
  { value: 'monthly', label: 'Monthly', frequency: 'MONTHLY' },
  { value: 'annually', label: 'Annually', frequency: 'YEARLY' },
] as const;
export const RECURRING_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export const RECURRING_STATUSES = ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] as const;
export const DEFAULT_RECURRING_FREQUENCY = 'YEARLY';
export const DEFAULT_RECURRING_INTERVAL = 1;
export const UPCOMING_DAYS = 30;

export const MAX_DEPENDENTS = 4;
export const MAX_BENEFICIARIES = 4;
export const NEW_CLIENT_AGE_YEARS = 25;

export const MIN_PASSWORD_LENGTH = 6;
/** The agent that cannot be deleted (1§6). */
export const FIRST_AGENT_ID = 1;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
export const DEFAULT_DOCUMENT_FOLDER = 'uncategorized';
export const DEFAULT_LINE_ITEM_CATEGORY = 'General';
export const DEFAULT_FORM_STATUS = 'pending';
export const UNGROUPED_FOLDER_LABEL = 'Ungrouped';
export const UNCATEGORIZED_FOLDER_LABEL = 'Uncategorized';

export const QR_SIZE_PX = 200;
export const QR_MARGIN = 2;
export const QR_FILE_NAME = 'form-qr-code.png';
export const QR_DELAY_MS = 100;
export const PREVIEW_FRAME_HEIGHT_PX = 600;
export const COPIED_MS = 2_000;
export const BACKGROUND_SYNC_RECHECK_MS = 2_500;
export const INVOICE_POLL_MS = 5_000;
export const STATUS_POLL_MS = 30_000;
export const POPUP_WIDTH_PX = 1_200;
export const POPUP_HEIGHT_PX = 800;
export const MODAL_Z_INDEX = 9_999;
