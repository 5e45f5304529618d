import { type Account, type PaymentCustomer, PaymentError } from '#platform/ports/payments.ts';
import { asciiEmail } from '../../ascii-email.ts';
import { sha256, stepKey } from './keys.ts';
import { cut } from './order-body.ts';
import * as repository from './repository.ts';
import { customerAnswer, customersAnswer } from './shapes.ts';
import type { SquareClient } from './square-client.ts';
import { SquareError } from './square-error.ts';
import type { SquareTools } from './square-tools.ts';

/** Longer than the lag of Square's search. */
const SEARCH_LAG_MS = 2 * 60_000;
/** Sellers number their customers too: more than a handful with one number are not ours. */
const MAX_NAMESAKES = 20;

/**
 * The customer of the key at Square: the known one, unless the seller deleted or merged it, else the one with our client's ID,
 * else a new one. The search may miss customers created within the last minute, so it is the idempotency key that lets two
 * calls create only one customer.
 */
export async function ensureCustomer(
  tools: SquareTools,
  account: Account,
  customer: PaymentCustomer,
  key: string,
): Promise<string> {
  const { database, clock } = tools;
  const square = tools.clients[account];
  const customerKey = { account, idempotency_key: key };
  let row = await repository.startCustomer(database, {
    ...customerKey,
    reference: customer.reference,
    at: clock.now(),
  });
  if (row.customer_id !== null) {
    if (await isThere(square, row.customer_id)) return row.customer_id;
    row = await repository.unlinkCustomer(database, customerKey, row.customer_id, clock.now());
    if (row.customer_id !== null) return row.customer_id;
  }
  const id = (await search(square, customer)) ?? (await createCustomer(tools, square, customer, key, row));
  return repository.saveCustomer(database, account, key, id);
}

async function isThere(square: SquareClient, customerId: string): Promise<boolean> {
  try {
    await square.get(['v2', 'customers', customerId], customerAnswer);
    return true;
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return false;
    throw error;
  }
}

/** The number alone does not identify a customer: another system or portal may have assigned it to someone else. */
async function search(square: SquareClient, customer: PaymentCustomer): Promise<string | undefined> {
  const query = {
    filter: { reference_id: { exact: customer.reference } },
    sort: { field: 'CREATED_AT', order: 'ASC' },
  };
  const { customers } = await square.post(
    ['v2', 'customers', 'search'],
    { query, limit: MAX_NAMESAKES },
    customersAnswer,
  );
  return customers?.find((each) => isSamePerson(customerBody(customer), each))?.id;
}

async function createCustomer(
  tools: SquareTools,
  square: SquareClient,
  customer: PaymentCustomer,
  key: string,
  row: repository.CustomerRow,
): Promise<string> {
  const since = String(row.created_at.getTime());
  try {
    return await create(square, customerBody(customer), stepKey(key, 'customer', since));
  } catch (error) {
    if (!(error instanceof SquareError)) throw error;
    if (error.kind === 'key_reused') return again(tools, square, customer, key, row);
    if (error.has('INVALID_EMAIL_ADDRESS', 'INVALID_PHONE_NUMBER')) {
      const bare = customerBody(customer, { bare: true });
      return create(square, bare, stepKey(key, 'customer', `${since}-name`));
    }
    throw error;
  }
}

/**
 * The client's data changed since a call whose response was lost. If that call created a customer, the search finds it after
 * the lag; only then may another one be created.
 */
async function again(
  tools: SquareTools,
  square: SquareClient,
  customer: PaymentCustomer,
  key: string,
  row: repository.CustomerRow,
): Promise<string> {
  if (tools.clock.now().getTime() - row.created_at.getTime() < SEARCH_LAG_MS) {
    throw new PaymentError('unavailable', 'a customer created moments ago cannot be found yet');
  }
  const body = customerBody(customer);
  return create(square, body, stepKey(key, 'customer', sha256(JSON.stringify(body)).slice(0, 16)));
}

async function create(square: SquareClient, body: object, key: string): Promise<string> {
  const { customer } = await square.post(
    ['v2', 'customers'],
    { idempotency_key: key, ...body },
    customerAnswer,
  );
  return customer.id;
}

const LONGEST_NAME = 300;
const LONGEST_EMAIL = 254;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|phd|esq)\.?$/i;

/** Given and family name; the last word is the family name, with a suffix such as Jr. */
export function splitName(name: string): { given_name?: string; family_name?: string } {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  const [family, givenNames] = text.split(/\s*,\s*/);
  if (family && givenNames && !SUFFIX.test(givenNames)) return named(givenNames, family);
  const parts = text.split(' ');
  const last = parts.at(-1) ?? '';
  const ofFamily = parts.length > 2 && SUFFIX.test(last) ? 2 : 1;
  if (parts.length === 1) return named(text, '');
  return named(parts.slice(0, -ofFamily).join(' '), parts.slice(-ofFamily).join(' '));
}

function named(givenNames: string, family: string) {
  const given_name = cut(givenNames, LONGEST_NAME);
  const family_name = cut(family, LONGEST_NAME);
  return { ...(given_name === '' ? {} : { given_name }), ...(family_name === '' ? {} : { family_name }) };
}

/** `+15551234567` when it is a plausible number; Square rejects the whole customer for any other. */
export function plausiblePhone(phone: string | null): string | null {
  const text = (phone ?? '').trim();
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  if (text.startsWith('+') && !digits.startsWith('1'))
    return /^[2-9]\d{8,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.replace(/^1/, '');
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

export function plausibleEmail(email: string | null): string | null {
  const own = asciiEmail(email);
  return own !== null && own.length <= LONGEST_EMAIL ? own : null;
}

/** The customer as stored here, or by name alone when Square rejects the other values. */
export function customerBody(customer: PaymentCustomer, { bare = false } = {}) {
  const email = bare ? null : plausibleEmail(customer.email);
  const phone = bare ? null : plausiblePhone(customer.phone);
  const names = splitName(customer.name);
  return {
    ...(Object.keys(names).length > 0 ? names : { given_name: `Client ${customer.reference}` }),
    ...(email === null ? {} : { email_address: email }),
    ...(phone === null ? {} : { phone_number: phone }),
    reference_id: customer.reference,
  };
}

interface Person {
  given_name?: string | null | undefined;
  family_name?: string | null | undefined;
  email_address?: string | null | undefined;
  phone_number?: string | null | undefined;
}

/** Whether name, email or phone match; people change one of them now and then, but rarely all at once. */
function isSamePerson(ours: Person, theirs: Person): boolean {
  const both = [
    [ours.email_address, theirs.email_address].map((text) => (text ?? '').trim().toLowerCase()),
    [ours.phone_number, theirs.phone_number].map((text) => (text ?? '').replaceAll(/\D/g, '').slice(-10)),
    [ours, theirs].map((person) => nameOf(person)),
  ];
  return both.some(([one, other]) => one !== '' && one === other);
}

function nameOf({ given_name, family_name }: Person): string {
  return `${given_name ?? ''} ${family_name ?? ''}`.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
