import type { Trouble } from '../provider-server.ts';
import { rateLimited, serverError } from './troubles.ts';

export interface Step {
  name: string;
  method: string;
  path: RegExp;
}

const step = (name: string, method: string, path: RegExp): Step => ({ name, method, path });

/** Every call that the adapter makes on an invoice's way: while it is published, read and cancelled. */
export const PUBLISHING_STEPS = [
  step('looking for the customer', 'POST', /^\/v2\/customers\/search$/),
  step('making the customer', 'POST', /^\/v2\/customers$/),
  step('reading the customer', 'GET', /^\/v2\/customers\/[^/]+$/),
  step('calculating', 'POST', /^\/v2\/orders\/calculate$/),
  step('making the order', 'POST', /^\/v2\/orders$/),
  step('drafting the invoice', 'POST', /^\/v2\/invoices$/),
  step('publishing', 'POST', /\/publish$/),
];
export const READING_STEPS = [
  step('reading the invoice', 'GET', /^\/v2\/invoices\/[^/]+$/),
  step('reading the order', 'GET', /^\/v2\/orders\/[^/]+$/),
  step('reading a payment', 'GET', /^\/v2\/payments\/[^/]+$/),
  step('reading a refund', 'GET', /^\/v2\/refunds\/[^/]+$/),
];
export const CANCELLING_STEPS = [
  step('reading what is cancelled', 'GET', /^\/v2\/invoices\/[^/]+$/),
  step('cancelling', 'POST', /\/cancel$/),
];

export interface StepTrouble {
  name: string;
  trouble: Trouble;
  times: number;
  /** The adapter gets over it by itself; else a second call of ours has to. */
  isPassed: boolean;
}

const rejectedWith = (status: number, code: string, category = 'INVALID_REQUEST_ERROR'): Trouble => ({
  kind: 'answer',
  status,
  body: { errors: [{ category, code, detail: 'Refused.' }] },
});

const passed = (name: string, trouble: Trouble, times = 1) => ({ name, trouble, times, isPassed: true });
const reported = (name: string, trouble: Trouble, times = 1) => ({ name, trouble, times, isPassed: false });

export const TROUBLES: readonly StepTrouble[] = [
  passed('silence before its effect', { kind: 'silence', when: 'before' }),
  passed('silence after its effect', { kind: 'silence', when: 'after' }),
  passed('a cut before its effect', { kind: 'cut', when: 'before' }),
  passed('a cut after its effect', { kind: 'cut', when: 'after' }),
  reported('cuts after its effect, as often as it is tried', { kind: 'cut', when: 'after' }, 3),
  passed('one 500', serverError()),
  reported('500, as often as it is tried', serverError(), 3),
  passed('a 429 with a pause', rateLimited(1)),
  reported('a 429 with a pause that nobody waits for', rateLimited(3600)),
  reported('a 401', rejectedWith(401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR')),
  reported('a VERSION_MISMATCH with 400', rejectedWith(400, 'VERSION_MISMATCH')),
  reported('a VERSION_MISMATCH with 409', rejectedWith(409, 'VERSION_MISMATCH')),
  reported('an IDEMPOTENCY_KEY_REUSED', rejectedWith(400, 'IDEMPOTENCY_KEY_REUSED')),
];
