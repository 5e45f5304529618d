import { ACCOUNTS } from '@ledgerline/contract/rules';
import type { Account } from '#platform/ports/payments.ts';
import type { CheckLine } from '../../check-line.ts';
import { type SquareAccount, squareAccount } from './accounts.ts';
import { locationsAnswer, tokenStatusAnswer } from './shapes.ts';
import { createSquareClient, type SquareClient } from './square-client.ts';
import { SquareError } from './square-error.ts';
import type { SquareOptions } from './square-tools.ts';

/** The permissions an OAuth application's token needs; personal tokens have all permissions and list none. */
const SCOPES = [
  'CUSTOMERS_READ',
  'CUSTOMERS_WRITE',
  'INVOICES_READ',
  'INVOICES_WRITE',
  'MERCHANT_PROFILE_READ',
  'ORDERS_READ',
  'ORDERS_WRITE',
  'PAYMENTS_READ',
];

/** Checks that every account is usable, line by line. Changes nothing at Square. */
export async function checkSquare(options: SquareOptions): Promise<CheckLine[]> {
  const lines = await Promise.all(ACCOUNTS.map((account) => checkAccount(options, account)));
  return lines.flat();
}

type Finding = Pick<CheckLine, 'ok' | 'detail'>;

async function checkAccount(
  options: SquareOptions,
  { value: account, part }: (typeof ACCOUNTS)[number],
): Promise<CheckLine[]> {
  const line = async (name: string, find: () => Promise<Finding> | Finding): Promise<CheckLine> => {
    return { part, what: `square ${account} ${name}`, ...(await caught(account, find)) };
  };
  const client = () =>
    createSquareClient(squareAccount(options.config, account), {
      ...options,
      baseUrl: options.config.SQUARE_BASE_URL,
    });
  return [
    await line('location', () => checkLocation(client())),
    await line('token', () => checkToken(client(), options.clock.now())),
    await line('webhook', () => checkWebhook(squareAccount(options.config, account))),
  ];
}

async function caught(account: Account, find: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof SquareError && error.isForbidden) {
      return no(`${error.message}: check SQUARE_${account}_ACCESS_TOKEN and SQUARE_BASE_URL`);
    }
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function checkLocation(square: SquareClient): Promise<Finding> {
  const { account, locationId, merchantId } = square.account;
  const { locations } = await square.get(['v2', 'locations'], locationsAnswer);
  const location = locations?.find(({ id }) => id === locationId);
  if (!location) {
    const others = locations?.map(({ id }) => id).join(', ') || 'none';
    return no(`SQUARE_${account}_LOCATION_ID is not a location of this token, which has: ${others}`);
  }
  if (location.status !== 'ACTIVE') return no(`location ${locationId} is ${location.status ?? 'not active'}`);
  if (location.currency !== 'USD') return no(`location ${locationId} has ${location.currency}, not USD`);
  const merchant = location.merchant_id;
  if (merchantId !== null && merchant && merchant !== merchantId) {
    return no(`SQUARE_${account}_MERCHANT_ID is ${merchantId}, but the token is of ${merchant}`);
  }
  return yes(`${location.name ?? locationId}, merchant ${merchant ?? 'not named'}, active, USD`);
}

async function checkToken(square: SquareClient, now: Date): Promise<Finding> {
  const status = await square.post(['oauth2', 'token', 'status'], {}, tokenStatusAnswer);
  const missing = status.scopes?.length ? SCOPES.filter((scope) => !status.scopes?.includes(scope)) : [];
  if (missing.length > 0) return no(`the token lacks: ${missing.join(', ')}`);
  if (!status.expires_at) return yes('accepted, does not expire');
  const ends = new Date(status.expires_at);
  return ends > now ? yes(`accepted, expires ${status.expires_at}`) : no(`expired ${status.expires_at}`);
}

function checkWebhook({ account, webhookKeys, webhookUrl, merchantId }: SquareAccount): Finding {
  if (webhookKeys.length === 0)
    return no(`SQUARE_${account}_WEBHOOK_KEYS is not set: no event will be accepted`);
  if (webhookUrl === null) return no(`neither SQUARE_${account}_WEBHOOK_URL nor PUBLIC_URL is set`);
  const path = `/api/webhooks/payments/${account}`;
  if (!new URL(webhookUrl).pathname.endsWith(path)) return no(`${webhookUrl} does not end with ${path}`);
  if (!isReachable(new URL(webhookUrl)))
    return no(`${webhookUrl} is not https; square sends no events there`);
  const merchant =
    merchantId === null ? `; SQUARE_${account}_MERCHANT_ID is not set, so it is not checked` : '';
  return yes(`signed for ${webhookUrl}${merchant}`);
}

/** Square sends only to https; a fake on this machine accepts any URL. */
function isReachable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

const yes = (detail: string): Finding => ({ ok: true, detail });
const no = (detail: string): Finding => ({ ok: false, detail });
