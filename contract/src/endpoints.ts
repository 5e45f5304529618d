import { AGENT_ENDPOINTS } from './agents/endpoints.ts';
import { AUTH_ENDPOINTS } from './auth/endpoints.ts';
import { CLIENT_ENDPOINTS } from './clients/endpoints.ts';
import { DOCUMENT_ENDPOINTS } from './documents/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { ESIGN_ENDPOINTS } from './esign/endpoints.ts';
import { FOLDER_ENDPOINTS } from './folders/endpoints.ts';
import { IMPORT_ENDPOINTS } from './imports/endpoints.ts';
import { INVOICE_ENDPOINTS } from './invoices/endpoints.ts';
import { LEDGER_ENDPOINTS } from './ledger/endpoints.ts';
import { LINE_ITEM_TEMPLATE_ENDPOINTS } from './line-item-templates/endpoints.ts';
import { LIVE_ENDPOINTS } from './live/endpoints.ts';
import { MAIL_ENDPOINTS } from './mail/endpoints.ts';
import { PAYMENT_ENDPOINTS } from './payments/endpoints.ts';
import { PROVIDER_ENDPOINTS } from './providers/endpoints.ts';
import { PUBLIC_FORM_ENDPOINTS } from './public-forms/endpoints.ts';
import { RECURRING_PAYMENT_ENDPOINTS } from './recurring-payments/endpoints.ts';
import { SECURE_LINK_ENDPOINTS } from './secure-links/endpoints.ts';
import { SESSION_ENDPOINTS } from './sessions/endpoints.ts';
import { SETTINGS_ENDPOINTS } from './settings/endpoints.ts';
import { STATUS_ENDPOINTS } from './status/endpoints.ts';
import { SUBMISSION_ENDPOINTS } from './submissions/endpoints.ts';
import { TEMPLATE_ENDPOINTS } from './templates/endpoints.ts';

/** Every call of the API: what the server must register and the sweep test walks through. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...AUTH_ENDPOINTS,
  ...AGENT_ENDPOINTS,
  ...CLIENT_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...PUBLIC_FORM_ENDPOINTS,
  ...SECURE_LINK_ENDPOINTS,
  ...SETTINGS_ENDPOINTS,
  ...STATUS_ENDPOINTS,
  ...SUBMISSION_ENDPOINTS,
  ...DOCUMENT_ENDPOINTS,
  ...ESIGN_ENDPOINTS,
  ...FOLDER_ENDPOINTS,
  ...MAIL_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...INVOICE_ENDPOINTS,
  ...LINE_ITEM_TEMPLATE_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...PROVIDER_ENDPOINTS,
  ...RECURRING_PAYMENT_ENDPOINTS,
  ...TEMPLATE_ENDPOINTS,
];
