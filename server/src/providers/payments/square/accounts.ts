import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '#platform/config.ts';
import type { Account } from '#platform/ports/payments.ts';

/** The credentials and settings of one merchant account. Never mixed: IDs are meaningless with the other token. */
export interface SquareAccount {
  account: Account;
  accessToken: string;
  locationId: string;
  /** When set, events of another merchant are ignored. */
  merchantId: string | null;
  webhookKeys: readonly string[];
  /** The URL exactly as in the webhook subscription; part of what is signed. */
  webhookUrl: string | null;
}

/** The account from the configuration; fails the start with the name of a missing setting. */
export function squareAccount(config: Config, account: Account): SquareAccount {
  const accessToken = config[`SQUARE_${account}_ACCESS_TOKEN`];
  const locationId = config[`SQUARE_${account}_LOCATION_ID`];
  if (!accessToken) throw new StartupError(`SQUARE_${account}_ACCESS_TOKEN is not set, and square needs it.`);
  if (!locationId) throw new StartupError(`SQUARE_${account}_LOCATION_ID is not set, and square needs it.`);
  return {
    account,
    accessToken,
    locationId,
    merchantId: config[`SQUARE_${account}_MERCHANT_ID`] ?? null,
    webhookKeys: config[`SQUARE_${account}_WEBHOOK_KEYS`],
    webhookUrl: webhookUrl(config, account),
  };
}

function webhookUrl(config: Config, account: Account): string | null {
  const set = config[`SQUARE_${account}_WEBHOOK_URL`];
  if (set !== undefined) return set;
  return config.PUBLIC_URL ? new URL(`/api/webhooks/payments/${account}`, config.PUBLIC_URL).href : null;
}
