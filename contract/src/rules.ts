// The pure rules of the specification, for server, browser and callers outside (DESIGN 10).
export {
  AGENT_FLAGS,
  AGENT_RIGHTS,
  type AgentFlag,
  type AgentFlags,
  type AgentRights,
  flagsOf,
  hasAccess,
  NO_FLAGS,
  rightsOf,
} from './rules/access.ts';
export {
  ACCOUNT_CHOICE,
  ACCOUNT_NAMES,
  ACCOUNTS,
  type Account,
  accountNamed,
  DEFAULT_ACCOUNT,
} from './rules/accounts.ts';
export { clientFieldError, clientStatus, isEmail } from './rules/client-fields.ts';
export { titleConfirmed } from './rules/confirm-title.ts';
export {
  BACKGROUND_SYNC_RECHECK_MS,
  CACHE_RETAINED_MS,
  CACHE_STALE_MS,
  CLIENT_PAGE_SIZE,
  COPIED_MS,
  DEFAULT_DOCUMENT_FOLDER,
  DEFAULT_EXPIRATION_DAYS,
  DEFAULT_FORM_STATUS,
  DEFAULT_LINE_ITEM_CATEGORY,
  DEFAULT_RECURRING_FREQUENCY,
  DEFAULT_RECURRING_INTERVAL,
  EMAIL_CHECK_DEBOUNCE_MS,
  EXTEND_DAYS,
  FIRST_AGENT_ID,
  FORM_STATUSES,
  FORM_TYPES,
  HTTP_TIMEOUT_MS,
  INVOICE_PAGE_SIZE,
  INVOICE_POLL_MS,
  INVOICE_STATUSES,
  MAX_BASE_COST_DOLLARS,
  MAX_BENEFICIARIES,
  MAX_DEPENDENTS,
  MAX_EXPIRATION_DAYS,
  MAX_QUERY_RETRY_DELAY_MS,
  MAX_RETRIES,
  MAX_UPLOAD_BYTES,
  MIN_EXPIRATION_DAYS,
  MIN_PASSWORD_LENGTH,
  MIN_QUANTITY,
  MOBILE_BREAKPOINT_PX,
  MODAL_Z_INDEX,
  MONEY_STEP_DOLLARS,
  NEW_CLIENT_AGE_YEARS,
  PAYMENT_FREQUENCIES,
  PAYMENT_METHODS,
  POPUP_HEIGHT_PX,
  POPUP_WIDTH_PX,
  PREVIEW_FRAME_HEIGHT_PX,
  QR_DELAY_MS,
  QR_FILE_NAME,
  QR_MARGIN,
  QR_SIZE_PX,
  QUANTITY_STEP,
  RECURRING_FREQUENCIES,
  RECURRING_STATUSES,
  SALES_TAX_RATE,
  SEARCH_DEBOUNCE_MS,
  SECURE_LINK_HOURS,
  SECURE_SESSION_AUTOSAVE_MS,
  SECURE_SESSION_PREFIX,
  SESSION_ID_RANDOM_LENGTH,
  STATUS_POLL_MS,
  SUBMISSION_CATEGORIES,
  TAX_RATE_STEP,
  TEMPORARY_SESSION_AUTOSAVE_MS,
  TEMPORARY_SESSION_LIMIT_MS,
  TEMPORARY_SESSION_PREFIX,
  TEMPORARY_SESSION_WARNING_MS,
  UNCATEGORIZED_FOLDER_LABEL,
  UNGROUPED_FOLDER_LABEL,
  UPCOMING_DAYS,
  WEB_FORM_MARKERS,
} from './rules/constants.ts';
export {
  ageOn,
  dateDisplay,
  dateShort,
  followUpText,
  isCalendarDate,
  newClientDefaultDob,
  parseUsDate,
} from './rules/dates.ts';
export { voidAllowed, voidEnvelopeMessage } from './rules/envelopes.ts';
export {
  agentSaveErrorMessage,
  duplicateFormMessage,
  formattedError,
  linkFormErrorMessage,
  linkFormInputError,
  loginErrorMessage,
  recurringActionErrorMessage,
  recurringFetchErrorMessage,
  templatesSyncedMessage,
} from './rules/error-messages.ts';
export { folderNameError, newFolderPriority, renumberFolders, renumberForms } from './rules/folders.ts';
export { formLinkId } from './rules/form-link-id.ts';
export { isRetried, retryDelayMs } from './rules/http.ts';
export { invoiceTotals, lineTotalCents, templateSalesTax } from './rules/invoice-totals.ts';
export {
  invoiceActionAllowed,
  invoiceHasContact,
  invoiceInPendingPayment,
  invoiceOverdue,
  invoiceProgress,
  invoiceSearchMatches,
  isKnownProviderStatus,
  PAYMENT_PROCESSING,
  PROVIDER_INVOICE_STATUSES,
  paymentProcessing,
  providerNote,
  REFUND_AT_PROVIDER,
  refundableCents,
  statusAfterSend,
} from './rules/invoices.ts';
export {
  expirationDaysAllowed,
  expirationHours,
  formLinkPath,
  isTemporaryToken,
  linkExpired,
  linkExpiresSoon,
  secureLinkPath,
  tokenKept,
} from './rules/links.ts';
export { isMask, lastFour, maskerOf, maskSecret } from './rules/masks.ts';
export { centsToDollars, dollarsToCents, moneyDisplay, parseMoneyCents } from './rules/money.ts';
export { hasVisibleText, noteToStore } from './rules/notes.ts';
export { paymentBalanceText, paymentCardState } from './rules/payment-card.ts';
export { pastedPhone, phoneDigits, phoneDisplay, textLink } from './rules/phone.ts';
export {
  monthlyValueCents,
  type RecurringFrequency,
  type RecurringStatus,
  recurringActionAllowed,
  recurringCompleted,
  recurringFrequencyOf,
  recurringFrequencyText,
  recurringPaymentsMadeText,
} from './rules/recurring.ts';
export { comingRecurringDate, nextRecurringDate } from './rules/recurring-dates.ts';
export { type OptionChoices, selectedItemsTotals } from './rules/selected-items.ts';
export {
  allFormsCompleted,
  type PaymentsReceived,
  paymentRecorded,
  SESSION_STATUSES,
  type SessionStatus,
  sessionStatus,
  sessionStatusPriority,
} from './rules/session-status.ts';
export { defaultSessionName } from './rules/sessions.ts';
export {
  advisorOf,
  clientOf,
  isCompletedOrSigned,
  isDeclined,
  isFinished,
  isVoided,
  isWebFormType,
  type SignableForm,
} from './rules/signatures.ts';
export {
  cpuBarPercent,
  DISK_FULL_PERCENT,
  memoryBarColour,
  overallHealth,
} from './rules/status-page.ts';
export {
  SIMPLE_FORM_STATUSES,
  type SimpleFormStatus,
  type SubmissionCategory,
  sessionFormStatus,
  simpleFormStatus,
  submissionCategory,
  unlinkFromClientAllowed,
} from './rules/submission-status.ts';
