import type { InjectedFailure } from '../provider-server.ts';
import { rateLimited, serverError } from './failures.ts';

export interface Step {
  name: string;
  method: string;
  path: RegExp;
}

const step = (name: string, method: string, path: RegExp): Step => ({ name, method, path });

/** Every call that the adapter makes to publish, read and cancel an invoice. */
export const PUBLISHING_STEPS = [
  step('searching for the customer', 'POST', /^\/v2\/customers\/search$/),
  step('creating the customer', 'POST', /^\/v2\/customers$/),
  step('reading the customer', 'GET', /^\/v2\/customers\/[^/]+$/),
  step('calculating the order', 'POST', /^\/v2\/orders\/calculate$/),
  step('creating the order', 'POST', /^\/v2\/orders$/),
  step('drafting the invoice', 'POST', /^\/v2\/invoices$/),
  step('publishing the invoice', 'POST', /\/publish$/),
];
export const READING_STEPS = [
  step('reading the invoice', 'GET', /^\/v2\/invoices\/[^/]+$/),
  step('reading the order', 'GET', /^\/v2\/orders\/[^/]+$/),
  step('reading a payment', 'GET', /^\/v2\/payments\/[^/]+$/),
  step('reading a refund', 'GET', /^\/v2\/refunds\/[^/]+$/),
];
export const CANCELLING_STEPS = [
  step('reading the invoice to cancel', 'GET', /^\/v2\/invoices\/[^/]+$/),
  step('cancelling the invoice', 'POST', /\/cancel$/),
];

export interface StepFailure {
  name: string;
  failure: InjectedFailure;
  times: number;
  /** The adapter recovers on its own; otherwise the caller has to retry. */
  isPassed: boolean;
}

const rejectedWith = (status: number, code: string, category = 'INVALID_REQUEST_ERROR'): InjectedFailure => ({
  kind: 'answer',
  status,
  body: { errors: [{ category, code, detail: 'Rejected.' }] },
});

const passed = (name: string, failure: InjectedFailure, times = 1) => ({
  name,
  failure,
  times,
  isPassed: true,
});
const reported = (name: string, failure: InjectedFailure, times = 1) => ({
  name,
  failure,
  times,
  isPassed: false,
});

export const FAILURES: readonly StepFailure[] = [
  passed('a timeout before the effect', { kind: 'silence', when: 'before' }),
  passed('a timeout after the effect', { kind: 'silence', when: 'after' }),
  passed('a dropped connection before the effect', { kind: 'cut', when: 'before' }),
  passed('a dropped connection after the effect', { kind: 'cut', when: 'after' }),
  reported('dropped connections after the effect on every attempt', { kind: 'cut', when: 'after' }, 3),
  passed('one 500 response', serverError()),
  reported('500 responses on every attempt', serverError(), 3),
  passed('a 429 response with a short Retry-After', rateLimited(1)),
  reported('a 429 response with a long Retry-After', rateLimited(3600)),
  reported('a 401 response', rejectedWith(401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR')),
  reported('VERSION_MISMATCH with status 400', rejectedWith(400, 'VERSION_MISMATCH')),
  reported('VERSION_MISMATCH with status 409', rejectedWith(409, 'VERSION_MISMATCH')),
  reported('IDEMPOTENCY_KEY_REUSED', rejectedWith(400, 'IDEMPOTENCY_KEY_REUSED')),
];
