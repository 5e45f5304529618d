import type { ClientSort } from '@ledgerline/contract/clients/schemas';
import { STATUS_FILTERS, type StatusFilter } from '@ledgerline/contract/clients/statuses';
import type { ROW_FILTERS } from '@ledgerline/contract/imports/endpoints';
import type { SORT_COLUMNS } from '@ledgerline/contract/invoices/endpoints';
import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import type { FORM_TYPES, SubmissionCategory } from '@ledgerline/contract/rules';
import { accountNamed } from '@ledgerline/contract/rules';
import type { MODIFIED_FILTERS } from '@ledgerline/contract/submissions/endpoints';

// What an address may carry behind its `?`. Plain functions without a schema library: they are in the first thing
// anybody loads. What they refuse they set to undefined: a key left out would come through as it stood in the address.

type Search = Record<string, unknown>;
type Direction = 'asc' | 'desc';
type FormType = (typeof FORM_TYPES)[number];
type ModifiedFilter = (typeof MODIFIED_FILTERS)[number];

const SORTS: Record<ClientSort, true> = {
  name: true,
  status: true,
  primary_phone: true,
  primary_email: true,
  current_health_plan_name: true,
  next_f_u_date: true,
  updated_at: true,
};
const DIRECTIONS: Record<Direction, true> = { asc: true, desc: true };

/** Only addresses of this portal: nobody is sent elsewhere after signing in. */
export function loginSearch({ origin }: Search): { origin?: string | undefined } {
  return { origin: typeof origin === 'string' && /^\/(?![/\\])/.test(origin) ? origin : undefined };
}

export interface ClientListSearch {
  status?: StatusFilter | undefined;
  q?: string | undefined;
  sort?: ClientSort | undefined;
  direction?: Direction | undefined;
  page?: number | undefined;
}

/** The client list's state lives in its address: a copied one shows the same thing. */
export function clientListSearch(search: Search): ClientListSearch {
  const page = Number(search.page);
  return {
    status: oneOf(STATUS_FILTERS, search.status),
    q: textOf(search.q),
    sort: isKey(SORTS, search.sort) ? search.sort : undefined,
    direction: isKey(DIRECTIONS, search.direction) ? search.direction : undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : undefined,
  };
}

export interface LedgerSearch {
  status?: StatusFilter | undefined;
  q?: string | undefined;
  /** A field of the catalogue, `name` or `created_at`; the ledger checks it. */
  sort?: string | undefined;
  direction?: Direction | undefined;
}

export function ledgerSearch(search: Search): LedgerSearch {
  return {
    status: oneOf(STATUS_FILTERS, search.status),
    q: textOf(search.q),
    sort: typeof search.sort === 'string' ? search.sort : undefined,
    direction: isKey(DIRECTIONS, search.direction) ? search.direction : undefined,
  };
}

const FORMS_VIEWS = { templates: true, folders: true, forms: true, submissions: true } as const;
const FORM_TYPE_CHOICES: Record<FormType, true> = { 'Web Form': true, DocuSign: true, PDF: true, Link: true };
const MODIFIED_CHOICES: Record<ModifiedFilter, true> = { today: true, 7: true, 30: true };
const CATEGORIES: Record<SubmissionCategory, true> = {
  alert: true,
  new: true,
  in_progress: true,
  complete: true,
  voided: true,
};

export interface FormsSearch {
  /** `templates` is the Form Templates tab in manage mode (0§2); the others are views of All Client Forms. */
  view?: keyof typeof FORMS_VIEWS | undefined;
  /** List Forms By Date. */
  order?: 'date' | undefined;
  q?: string | undefined;
  type?: FormType | undefined;
  modified?: ModifiedFilter | undefined;
  /** A template's number. */
  form?: number | undefined;
  status?: SubmissionCategory | undefined;
}

export function formsSearch(search: Search): FormsSearch {
  const form = Number(search.form);
  // `modified=7` arrives as a number.
  const modified = textOf(search.modified);
  return {
    view: isKey(FORMS_VIEWS, search.view) ? search.view : undefined,
    order: search.order === 'date' ? search.order : undefined,
    q: textOf(search.q),
    type: isKey(FORM_TYPE_CHOICES, search.type) ? search.type : undefined,
    modified: isKey(MODIFIED_CHOICES, modified) ? modified : undefined,
    form: Number.isSafeInteger(form) && form > 0 ? form : undefined,
    status: isKey(CATEGORIES, search.status) ? search.status : undefined,
  };
}

export interface PaymentsSearch {
  status?: InvoiceRow['status'] | undefined;
  account?: InvoiceRow['square_account'] | undefined;
  recurring?: boolean | undefined;
  pending?: boolean | undefined;
  q?: string | undefined;
  sort?: (typeof SORT_COLUMNS)[number] | undefined;
  direction?: Direction | undefined;
  page?: number | undefined;
  /** The invoice whose details are open (1§1). */
  invoice?: number | undefined;
}

const INVOICE_STATUS_FILTERS: Record<InvoiceRow['status'], true> = {
  draft: true,
  sent: true,
  partially_paid: true,
  paid: true,
  void: true,
  pending: true,
};
const INVOICE_SORTS: Record<(typeof SORT_COLUMNS)[number], true> = {
  client: true,
  amount: true,
  progress: true,
  account: true,
  status: true,
  sent: true,
  created: true,
};

export function paymentsSearch(search: Search): PaymentsSearch {
  return {
    status: isKey(INVOICE_STATUS_FILTERS, search.status) ? search.status : undefined,
    account: accountNamed(search.account)?.value,
    recurring: search.recurring === true ? true : undefined,
    pending: search.pending === true ? true : undefined,
    q: textOf(search.q),
    sort: isKey(INVOICE_SORTS, search.sort) ? search.sort : undefined,
    direction: isKey(DIRECTIONS, search.direction) ? search.direction : undefined,
    page: countOf(search.page),
    invoice: countOf(search.invoice),
  };
}

type ImportRowFilter = (typeof ROW_FILTERS)[number];

const IMPORT_ROW_FILTERS: Record<ImportRowFilter, true> = {
  all: true,
  created: true,
  updated: true,
  skipped: true,
  refused: true,
  warning: true,
  kept: true,
};
const IMPORT_STEPS = { columns: true, duplicates: true } as const;

export interface ImportSearch {
  step?: keyof typeof IMPORT_STEPS;
  rows?: ImportRowFilter;
  page?: number;
}

export function importSearch(search: Search): ImportSearch {
  const page = Number(search.page);
  return {
    ...(isKey(IMPORT_STEPS, search.step) ? { step: search.step } : {}),
    ...(isKey(IMPORT_ROW_FILTERS, search.rows) ? { rows: search.rows } : {}),
    ...(Number.isSafeInteger(page) && page > 0 ? { page } : {}),
  };
}

/** Which tab of the recurring payments is open; every payment unless said. */
export function recurringPaymentsSearch({ tab }: Search): { tab?: 'upcoming' | undefined } {
  return { tab: tab === 'upcoming' ? tab : undefined };
}

/** Of which form the document viewer shows the document. */
export function documentViewerSearch({ formId }: Search): { formId?: number | undefined } {
  const id = Number(formId);
  return { formId: Number.isSafeInteger(id) && id > 0 ? id : undefined };
}

/** Pages and ids: whole numbers above zero. */
function countOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** `q=0123` may arrive as a number. */
function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

function isKey<K extends string>(known: Record<K, true>, value: unknown): value is K {
  return typeof value === 'string' && Object.hasOwn(known, value);
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}
