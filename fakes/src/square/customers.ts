import type { Express } from 'express';
import { z } from 'zod';
import { type Call, page, serve } from './calls.ts';
import { type Books, type Merchant, newIds, type SquareCustomer, stamp } from './square-books.ts';
import { ApiError, invalid, notFound, notImplemented } from './square-error.ts';

/** Search finds a new or changed customer only after this delay. */
const SEARCH_LAG_MS = 60_000;

const text = (longest: number) => z.string().max(longest, 'Field is too long.').nullish();

const fields = z.object({
  given_name: text(300),
  family_name: text(300),
  company_name: text(500),
  nickname: text(100),
  email_address: text(254),
  phone_number: text(32),
  reference_id: text(100),
  note: text(1000),
});

const textFilter = z.object({ exact: z.string().optional(), fuzzy: z.string().optional() }).optional();

const search = z.object({
  cursor: z.string().optional(),
  limit: z.number().int().optional(),
  count: z.boolean().optional(),
  query: z
    .object({
      filter: z
        .looseObject({ reference_id: textFilter, email_address: textFilter, phone_number: textFilter })
        .optional(),
      sort: z.object({ field: z.string().optional(), order: z.string().optional() }).optional(),
    })
    .optional(),
});

const SEARCHED = ['reference_id', 'email_address', 'phone_number'] as const;

export function customerRoutes(books: Books, app: Express): void {
  serve(books, app, 'post', '/v2/customers', (call) => createCustomer(books, call));
  serve(books, app, 'post', '/v2/customers/search', (call) => searchCustomers(books, call));
  serve(books, app, 'get', '/v2/customers', ({ merchant, query }) => {
    const limit = query.limit ? Number(query.limit) : undefined;
    const { items, cursor } = page(merchant.customers, 'customers', {
      limit,
      cursor: query.cursor,
      largest: 100,
    });
    return { customers: items, ...(cursor ? { cursor } : {}) };
  });
  serve(books, app, 'get', '/v2/customers/:customer_id', ({ merchant, params }) => ({
    customer: requireCustomer(merchant, params.customer_id ?? ''),
  }));
  serve(books, app, 'put', '/v2/customers/:customer_id', (call) => updateCustomer(books, call));
  serve(books, app, 'delete', '/v2/customers/:customer_id', ({ merchant, params }) => {
    const customer = requireCustomer(merchant, params.customer_id ?? '');
    merchant.customers.splice(merchant.customers.indexOf(customer), 1);
    sendCustomerEvent(books, merchant, 'customer.deleted', customer);
    return {};
  });
}

export function requireCustomer(merchant: Merchant, id: string, field?: string): SquareCustomer {
  const customer = merchant.customers.find((each) => each.id === id);
  if (!customer) throw notFound('Customer', id, field);
  return customer;
}

function createCustomer(books: Books, { merchant, read }: Call): object {
  const input = present(read(fields));
  checkContact(input);
  const at = stamp(books);
  const customer: SquareCustomer = {
    id: newIds.customer(),
    created_at: at,
    updated_at: at,
    ...input,
    creation_source: 'THIRD_PARTY',
    preferences: { email_unsubscribed: false },
    version: 0,
  };
  merchant.customers.push(customer);
  sendCustomerEvent(books, merchant, 'customer.created', customer);
  return { customer };
}

function updateCustomer(books: Books, { merchant, params, read }: Call): object {
  const customer = requireCustomer(merchant, params.customer_id ?? '');
  const { version, ...change } = read(fields.extend({ version: z.number().optional() }));
  if (version !== undefined && version !== customer.version) {
    const detail = 'The provided version does not match the current version.';
    throw new ApiError(409, {
      category: 'INVALID_REQUEST_ERROR',
      code: 'CONFLICT',
      detail,
      field: 'version',
    });
  }
  const changed = { ...customer, ...change, version: customer.version + 1, updated_at: stamp(books) };
  const updated = present(changed) as unknown as SquareCustomer;
  checkContact(updated);
  merchant.customers[merchant.customers.indexOf(customer)] = updated;
  sendCustomerEvent(books, merchant, 'customer.updated', updated);
  return { customer: updated };
}

/** Removes empty and null fields. */
function present<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?(?:[\s().-]*\d){9,16}[\s().-]*$/;

function checkContact(customer: Partial<SquareCustomer>): void {
  const { given_name, family_name, company_name, email_address, phone_number } = customer;
  if (!(given_name || family_name || company_name || email_address || phone_number)) {
    const detail =
      'At least one of given_name, family_name, company_name, email_address or phone_number is required.';
    throw invalid('BAD_REQUEST', detail);
  }
  if (email_address && !EMAIL.test(email_address)) {
    throw invalid(
      'INVALID_EMAIL_ADDRESS',
      'Expected email_address to be a valid email address',
      'email_address',
    );
  }
  if (phone_number && !PHONE.test(phone_number)) {
    throw invalid('INVALID_PHONE_NUMBER', 'Expected phone_number to be a valid phone number', 'phone_number');
  }
}

function searchCustomers(books: Books, { merchant, read }: Call): object {
  const { query, limit, cursor, count } = read(search);
  const filter = query?.filter ?? {};
  const unsupported = Object.keys(filter).find((key) => !SEARCHED.some((each) => each === key));
  if (unsupported) throw notImplemented(`customer search by ${unsupported}`);
  const indexedUntil = books.now().getTime() - SEARCH_LAG_MS;
  const found = merchant.customers.filter(
    (customer) =>
      Date.parse(customer.updated_at) <= indexedUntil &&
      SEARCHED.every((field) => matches(customer[field], filter[field])),
  );
  const { items, cursor: next } = page(found, query, { limit, cursor, largest: 100 });
  return {
    ...(items.length > 0 ? { customers: items } : {}),
    ...(next ? { cursor: next } : {}),
    ...(count ? { count: found.length } : {}),
  };
}

/** `exact` is case-insensitive. */
function matches(value: string | undefined, wanted: z.infer<typeof textFilter>): boolean {
  if (!wanted) return true;
  const has = (value ?? '').toLowerCase();
  if (wanted.exact !== undefined) return has === wanted.exact.toLowerCase();
  return wanted.fuzzy === undefined || has.includes(wanted.fuzzy.toLowerCase());
}

function sendCustomerEvent(books: Books, merchant: Merchant, type: string, customer: SquareCustomer): void {
  books.send(merchant, { type, data: { type: 'customer', id: customer.id, object: { customer } } });
}
