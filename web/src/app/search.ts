import { STATUS_FILTERS } from '@ledgerline/contract/clients/statuses';
import {
  AGENT_SORTS,
  CLIENT_SORTS,
  DIRECTIONS,
  INVOICE_SORTS,
  MODIFIED_FILTERS,
  POLICY_SORTS,
  ROW_FILTERS,
  SUBMISSION_SORTS,
} from '@ledgerline/contract/lists';
import {
  accountNamed,
  FORM_TYPES,
  INVOICE_STATUSES,
  SUBMISSION_CATEGORIES,
} from '@ledgerline/contract/rules';
import { readFilter } from '@ledgerline/contract/rules/filters';
import { knownThenBy } from '@ledgerline/contract/rules/sort-keys';
import { ownAddress } from '../lib/own-url.ts';

// Validates URL search parameters. Plain functions without a schema library, because they are in the first bundle
// everyone loads. Invalid values become undefined: an omitted key would pass through unvalidated.

type Search = Record<string, unknown>;
/** Any key may be missing from a URL. */
const optional = <T>(search: T): Partial<T> => search;

/** Only URLs of this portal: no open redirects after sign-in. */
export function loginSearch({ origin }: Search): { origin?: string | undefined } {
  return { origin: ownAddress(origin) };
}

/** The search in the guide. */
export function helpSearch(search: Search) {
  return optional({ q: textOf(search.q) });
}

/** The order of Manage Agents. */
export function agentsSearch(search: Search) {
  return optional(sortingIn(search, AGENT_SORTS, 'name'));
}

/** Only the agent's own clients. */
const MINE = ['me'] as const;

const OWNER_FILTERS = ['nobody', 'everybody'] as const;

/** Whose items Today shows: unassigned, everyone's, or an agent's by id; by default the caller's. */
export function todaySearch(search: Search) {
  return optional({ owner: oneOf(OWNER_FILTERS, search.owner) ?? countOf(search.owner) });
}

/** The clients to compare. */
export function mergeSearch(search: Search) {
  return optional({ ids: textOf(search.ids) });
}

/** Likely duplicates to review, or those that agents dismissed. */
export function duplicatesSearch(search: Search) {
  return optional({ view: oneOf(['dismissed'] as const, search.view), page: countOf(search.page) });
}

/** The client list's state is in its URL: a copied URL shows the same list. */
export function clientListSearch(search: Search) {
  return optional({
    saved: savedViewOf(search.saved),
    status: oneOf(STATUS_FILTERS, search.status),
    owner: oneOf(MINE, search.owner),
    q: textOf(search.q),
    ...filterIn(search),
    ...sortingIn(search, CLIENT_SORTS, 'name'),
    page: countOf(search.page),
  });
}

export function ledgerSearch(search: Search) {
  return optional({
    saved: savedViewOf(search.saved),
    status: oneOf(STATUS_FILTERS, search.status),
    owner: oneOf(MINE, search.owner),
    q: textOf(search.q),
    ...filterIn(search),
    // A catalog field, `name` or `created_at`; the ledger validates it.
    sort: typeof search.sort === 'string' ? search.sort : undefined,
    direction: oneOf(DIRECTIONS, search.direction),
    then_by: typeof search.then_by === 'string' ? search.then_by : undefined,
  });
}

/** `templates` is the Form Templates tab in manage mode (0§2); the others are views of All Client Forms. */
const FORMS_VIEWS = ['templates', 'folders', 'forms', 'submissions'] as const;

export function formsSearch(search: Search) {
  return optional({
    saved: savedViewOf(search.saved),
    view: oneOf(FORMS_VIEWS, search.view),
    // List Forms By Date, or archived forms.
    order: oneOf(['date', 'archived'] as const, search.order),
    q: textOf(search.q),
    type: oneOf(FORM_TYPES, search.type),
    // `modified=7` arrives as a number.
    modified: oneOf(MODIFIED_FILTERS, textOf(search.modified)),
    // A template id.
    form: countOf(search.form),
    ...filterIn(search),
    status: oneOf(SUBMISSION_CATEGORIES, search.status),
    // Forms by folder and as cards.
    archived: search.archived === true ? true : undefined,
    layout: oneOf(['table', 'cards'] as const, search.layout),
    ...sortingIn(search, SUBMISSION_SORTS, 'changed'),
  });
}

export function paymentsSearch(search: Search) {
  return optional({
    saved: savedViewOf(search.saved),
    status: oneOf(INVOICE_STATUSES, search.status),
    account: accountNamed(search.account)?.value,
    recurring: search.recurring === true ? true : undefined,
    pending: search.pending === true ? true : undefined,
    overdue: search.overdue === true ? true : undefined,
    q: textOf(search.q),
    ...filterIn(search),
    ...sortingIn(search, INVOICE_SORTS, 'created'),
    page: countOf(search.page),
    /** Opens the form of a new invoice. */
    create: search.create === true ? true : undefined,
    // The invoice whose details are open (1§1).
    invoice: countOf(search.invoice),
  });
}

export function policiesSearch(search: Search) {
  return optional({
    view: oneOf(['renewals'] as const, search.view),
    q: textOf(search.q),
    ...filterIn(search),
    ...sortingIn(search, POLICY_SORTS, 'end_date'),
    page: countOf(search.page),
  });
}

/** The plans in client columns; the page checks the view. */
export function columnPlansSearch(search: Search) {
  return optional({ view: textOf(search.view), q: textOf(search.q), page: countOf(search.page) });
}

/** The page validates both, to keep their possible values out of the first bundle. */
export function reportsSearch(search: Search) {
  return optional({ tab: textOf(search.tab), period: textOf(search.period) });
}

/** The rows behind a figure of a report; the page checks the list. */
export function reportRowsSearch(search: Search) {
  return optional({ list: textOf(search.list), ...filterIn(search), page: countOf(search.page) });
}

/** Which rows of a commission statement are shown. */
export function statementSearch(search: Search) {
  return optional({ view: textOf(search.view), page: countOf(search.page) });
}

/** Which audit log rows are shown: a copied URL shows the same. */
export function auditSearch(search: Search) {
  return optional({
    agent: countOf(search.agent),
    client: countOf(search.client),
    // The page validates these two, to keep their possible values out of the first bundle.
    act: textOf(search.act),
    thing: textOf(search.thing),
    from: dayOf(search.from),
    to: dayOf(search.to),
    address: textOf(search.address),
  });
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;

const IMPORT_STEPS = ['columns', 'duplicates'] as const;

/** What the file contains, clients by default. */
export function importsSearch(search: Search) {
  return optional({ kind: oneOf(['policies'] as const, search.kind) });
}

export function importSearch(search: Search) {
  return optional({
    step: oneOf(IMPORT_STEPS, search.step),
    rows: oneOf(ROW_FILTERS, search.rows),
    page: countOf(search.page),
  });
}

/** Which tab of the recurring payments is open, all payments by default, and their filter. */
export function recurringPaymentsSearch(search: Search) {
  return optional({
    saved: savedViewOf(search.saved),
    tab: oneOf(['upcoming'] as const, search.tab),
    ...filterIn(search),
  });
}

/** The form whose document the viewer shows. */
export function documentViewerSearch({ formId }: Search): { formId?: number | undefined } {
  return { formId: countOf(formId) };
}

/**
 * The filter of a list by fields; one without conditions filters nothing. `lost_filter` if it cannot be read, as in a link that
 * was cut off: the page shows a notice until another filter is chosen.
 */
function filterIn({ filter, lost_filter }: Search) {
  const read = readFilter(filter);
  const isLost = filter === undefined ? lost_filter === true : !read;
  return {
    filter: read && read.rules.length > 0 ? read : undefined,
    lost_filter: isLost ? true : undefined,
  };
}

/** The order of a list that is sorted by `initial` by default; `then_by` names the second and third column. */
function sortingIn<Sort extends string>(search: Search, sorts: readonly Sort[], initial: Sort) {
  const sort = oneOf(sorts, search.sort);
  return {
    sort,
    direction: oneOf(DIRECTIONS, search.direction),
    then_by: knownThenBy(search.then_by, sort ?? initial, sorts),
  };
}

/** The saved view, or `all` for none where an agent has a default view. */
const savedViewOf = (value: unknown): number | 'all' | undefined =>
  value === 'all' ? value : countOf(value);

/** Pages and ids: positive integers. */
function countOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** `q=0123` may arrive as a number. */
function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}
