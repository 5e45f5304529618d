import { randomBytes } from 'node:crypto';
import type { Express } from 'express';
import { z } from 'zod';
import { ownLocation, page, serve } from './calls.ts';
import { type Books, type Merchant, randomId, type Seller } from './square-books.ts';
import { notAuthorized, notFound } from './square-error.ts';

/** The events to which each account subscribes. */
const SUBSCRIBED = [
  'invoice.created',
  'invoice.published',
  'invoice.updated',
  'invoice.payment_made',
  'invoice.refunded',
  'invoice.canceled',
  'invoice.deleted',
  'invoice.scheduled_charge_failed',
  'payment.created',
  'payment.updated',
  'refund.created',
  'refund.updated',
  'order.created',
  'order.updated',
];

/** Scopes of the token: it may read payments, but not create or refund them. */
const SCOPES = [
  'INVOICES_READ',
  'INVOICES_WRITE',
  'ORDERS_READ',
  'ORDERS_WRITE',
  'CUSTOMERS_READ',
  'CUSTOMERS_WRITE',
  'PAYMENTS_READ',
  'MERCHANT_PROFILE_READ',
];

export function newMerchant({ account, name }: Seller, at: Date): Merchant {
  const created_at = `${at.toISOString().slice(0, 19)}Z`;
  const id = `M${randomId(12)}`;
  return {
    account,
    id,
    business_name: name,
    created_at,
    token: `EAAA${randomBytes(40).toString('base64url')}`,
    tokenState: 'active',
    tokenExpiresAt: null,
    locations: [newLocation(id, name, created_at)],
    subscription: {
      id: `wbhk_${randomBytes(16).toString('hex')}`,
      name: `Ledgerline ${account}`,
      enabled: true,
      event_types: SUBSCRIBED,
      notification_url: `http://127.0.0.1/api/webhooks/payments/${account}`,
      api_version: '2025-08-20',
      signature_key: randomBytes(16).toString('base64url'),
      created_at,
      updated_at: created_at,
    },
    customers: [],
    orders: [],
    invoices: [],
    payments: [],
    refunds: [],
    events: [],
    answers: {},
    lastNumbers: {},
    links: {},
  };
}

export function newLocation(merchant_id: string, name: string, created_at: string) {
  return {
    id: `L${randomId(12)}`,
    name,
    business_name: name,
    merchant_id,
    timezone: 'America/Los_Angeles',
    status: 'ACTIVE' as const,
    country: 'US' as const,
    currency: 'USD',
    language_code: 'en-US',
    type: 'PHYSICAL' as const,
    capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
    created_at,
  };
}

/** Reads of accounts, locations and subscriptions, and calls for which this token lacks the scope. */
export function merchantRoutes(books: Books, app: Express): void {
  serve(books, app, 'get', '/v2/locations', ({ merchant }) => ({ locations: merchant.locations }));
  serve(books, app, 'get', '/v2/locations/:location_id', ({ merchant, params }) => {
    const id = params.location_id ?? '';
    const location =
      id === 'main' ? merchant.locations[0] : merchant.locations.find((each) => each.id === id);
    if (!location) throw notFound('Location', id);
    return { location };
  });
  serve(books, app, 'get', '/v2/merchants/:merchant_id', ({ merchant, params }) => {
    const id = params.merchant_id ?? '';
    if (id !== 'me' && id !== merchant.id) throw notFound('Merchant', id);
    return { merchant: merchantView(merchant) };
  });
  serve(books, app, 'post', '/oauth2/token/status', ({ merchant }) => ({
    scopes: SCOPES,
    ...(merchant.tokenExpiresAt ? { expires_at: merchant.tokenExpiresAt } : {}),
    client_id: 'sq0idp-fake-ledgerline',
    merchant_id: merchant.id,
  }));
  serve(books, app, 'get', '/v2/cards', () => ({ cards: [] }));
  subscriptionRoutes(books, app);
  for (const path of ['/v2/payments', '/v2/refunds', '/v2/payments/:payment_id/cancel']) {
    serve(books, app, 'post', path, () => {
      const detail = 'The merchant has not given your application sufficient permissions to do this.';
      throw notAuthorized(403, 'INSUFFICIENT_SCOPES', detail);
    });
  }
}

function merchantView({ id, business_name, created_at, locations }: Merchant) {
  return {
    id,
    business_name,
    country: 'US',
    language_code: 'en-US',
    currency: 'USD',
    status: 'ACTIVE',
    main_location_id: locations[0]?.id,
    created_at,
  };
}

const eventSearch = z.object({
  cursor: z.string().optional(),
  limit: z.number().int().min(1).max(100).optional(),
  query: z
    .object({
      filter: z
        .object({
          event_types: z.array(z.string()).optional(),
          merchant_ids: z.array(z.string()).optional(),
          location_ids: z.array(z.string()).optional(),
          created_at: z.object({ start_at: z.string().optional(), end_at: z.string().optional() }).optional(),
        })
        .optional(),
      sort: z.object({ order: z.enum(['ASC', 'DESC']).optional() }).optional(),
    })
    .optional(),
});

const DAYS_28 = 28 * 24 * 60 * 60 * 1000;

function subscriptionRoutes(books: Books, app: Express): void {
  serve(books, app, 'get', '/v2/webhooks/subscriptions', ({ merchant, query }) => {
    const shown = merchant.subscription.enabled || query.include_disabled === 'true';
    return { subscriptions: shown ? [merchant.subscription] : [] };
  });
  serve(books, app, 'get', '/v2/webhooks/subscriptions/:subscription_id', ({ merchant, params }) => {
    const id = params.subscription_id ?? '';
    if (id !== merchant.subscription.id) throw notFound('Webhook subscription', id);
    return { subscription: merchant.subscription };
  });
  serve(books, app, 'get', '/v2/webhooks/event-types', () => ({ event_types: SUBSCRIBED }));
  serve(books, app, 'get', '/v2/events/types', () => ({ event_types: SUBSCRIBED }));
  serve(books, app, 'post', '/v2/events', ({ merchant, read }) => {
    const { query, limit, cursor } = read(eventSearch);
    const filter = query?.filter ?? {};
    for (const id of filter.location_ids ?? []) ownLocation(merchant, id);
    const from = filter.created_at?.start_at ?? new Date(books.now().getTime() - DAYS_28).toISOString();
    const to = filter.created_at?.end_at ?? '9';
    const found = merchant.events.filter(
      ({ type, created_at, location_id }) =>
        (filter.event_types ?? [type]).includes(type) &&
        (filter.merchant_ids ?? [merchant.id]).includes(merchant.id) &&
        (filter.location_ids ?? [location_id]).includes(location_id) &&
        Date.parse(created_at) >= Date.parse(from) &&
        created_at <= to,
    );
    const events = query?.sort?.order === 'ASC' ? found : found.toReversed();
    const { items, cursor: next } = page(events, query, { limit, cursor, largest: 100 });
    return {
      events: items,
      metadata: items.map(({ event_id }) => ({ event_id, api_version: merchant.subscription.api_version })),
      ...(next ? { cursor: next } : {}),
    };
  });
}
