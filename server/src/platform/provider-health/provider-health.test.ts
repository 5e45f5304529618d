import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import type { DatabasePool } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { EsignError, type EsignErrorKind } from '../ports/esign.ts';
import { type Account, PaymentError } from '../ports/payments.ts';
import { createProviderHealth, paymentPart, readProviderHealth, watchProvider } from './monitor.ts';
import { briefReason, type Outcome, outcomeOf } from './outcomes.ts';

const TIMEOUT_MS = 30_000;

const t = useTestApp();

/** Pending writes; only the tests wait for them. */
let writes: Promise<unknown>[] = [];
let query: DatabasePool['query'];
beforeAll(() => {
  query = t.current.deps.database.query;
});

afterEach(async () => {
  await Promise.all(writes);
  writes = [];
  vi.restoreAllMocks();
  t.current.clock.advance(60_000);
  await t.current.deps.database.query('delete from provider_health');
});

class Port {
  readonly name: string;
  #calls = 0;
  constructor(name = 'square') {
    this.name = name;
  }
  async get(_account: Account, error?: Error): Promise<number> {
    this.#calls += 1;
    if (error) throw error;
    return this.#calls;
  }
  async publish({ account }: { account: Account }): Promise<string> {
    return account;
  }
  async page(token: string): Promise<string> {
    return token;
  }
  async read(_account: Account): Promise<null> {
    return null;
  }
  verify(): boolean {
    return this.#calls > 0;
  }
}

function watchedPort(name?: string) {
  const { deps } = t.current;
  const write = vi.spyOn(deps.database, 'query').mockImplementation((text, values) => {
    const written = query<never>(text, values);
    writes.push(written);
    return written;
  });
  const port = watchProvider(new Port(name), { health: createProviderHealth(deps), partOf: paymentPart });
  return { port, write };
}

const rows = async () => {
  const all = await readProviderHealth(t.current.deps.database);
  return all.sort((a, b) => a.part.localeCompare(b.part));
};
const eventually = (expected: object[]) =>
  vi.waitFor(async () => expect(await rows()).toMatchObject(expected), TIMEOUT_MS);
const outage = () => new PaymentError('unavailable', 'no answer in 10 s');

describe('a watched port', () => {
  it('returns, throws and reports its name unchanged', async () => {
    const { port } = watchedPort();
    expect([port.name, port.verify(), await port.get('BFS'), port.verify(), await port.page('x')]).toEqual([
      'square',
      false,
      1,
      true,
      'x',
    ]);
    const error = new PaymentError('not_found', 'there is none');
    await expect(port.get('BFS', error)).rejects.toBe(error);
    vi.spyOn(port, 'get').mockResolvedValue(7);
    expect([await port.get('BFA'), await ({ ...port } as Port).get('BFA')]).toEqual([7, 7]);
  });

  it('records the outcome for the account of the call, and nothing for calls without one', async () => {
    const { port } = watchedPort();
    await port.publish({ account: 'BFA' });
    await port.page('token');
    await expect(port.get('BFS', outage())).rejects.toThrow();
    await eventually([
      { part: 'payments_bfa', name: 'square', last_success_at: t.current.clock.now(), last_error: null },
      { part: 'payments_bfs', last_success_at: null, last_error: 'no answer in 10 s' },
    ]);
  });

  it('writes immediately when the state changes, otherwise at most once in ten seconds', async () => {
    const { port, write } = watchedPort();
    for (let n = 0; n < 20; n += 1) await port.get('BFS');
    expect(write).toHaveBeenCalledTimes(1);
    await expect(port.get('BFS', outage())).rejects.toThrow();
    expect(write).toHaveBeenCalledTimes(2);
    await port.get('BFS');
    expect(write).toHaveBeenCalledTimes(3);
    t.current.clock.advance(9_000);
    await port.get('BFS');
    expect(write).toHaveBeenCalledTimes(3);
    t.current.clock.advance(1_000);
    await port.get('BFS');
    expect(write).toHaveBeenCalledTimes(4);
  });

  it('stores the last error next to a later success, and drops both for another adapter', async () => {
    const { port } = watchedPort();
    await expect(port.get('BFS', outage())).rejects.toThrow();
    await eventually([{ last_error: 'no answer in 10 s', last_success_at: null }]);
    t.current.clock.advance(1000);
    await port.get('BFS');
    await eventually([{ last_error: 'no answer in 10 s', last_success_at: t.current.clock.now() }]);
    await watchedPort('builtin').port.get('BFS');
    await eventually([{ name: 'builtin', last_error: null, last_error_at: null }]);
  });

  it('attributes a rejected call to the request, and rejections of everything to the provider', async () => {
    const { port } = watchedPort();
    const { clock } = t.current;
    /** One click, with the browser's repeats; returns the time of its first call. */
    const failOnce = async () => {
      clock.advance(60_000);
      const at = clock.now();
      for (let repeats = 0; repeats <= 3; repeats += 1) {
        await expect(
          port.get('BFS', new PaymentError('invalid', 'square BFS answered 400')),
        ).rejects.toThrow();
        clock.advance(2000);
      }
      return at;
    };
    await port.get('BFS');
    await failOnce();
    await failOnce();
    const last_success_at = clock.now();
    await port.get('BFS');
    await failOnce();
    await failOnce();
    await eventually([{ last_error: null, last_success_at }]);
    const last_error_at = await failOnce();
    await eventually([{ last_error: 'square BFS answered 400', last_error_at }]);
    clock.advance(1000);
    await failOnce();
    await expect(port.get('BFA', new PaymentError('invalid', 'no'))).rejects.toThrow();
    await eventually([{ part: 'payments_bfs', last_error: 'square BFS answered 400' }]);
    await expect(port.get('BFS', new PaymentError('not_found', 'none'))).rejects.toThrow();
    await eventually([{ last_success_at: t.current.clock.now() }]);
  });

  it('does not count an ignored event of another installation as a success', async () => {
    const { port, write } = watchedPort();
    expect(await port.read('BFS')).toBeNull();
    expect(write).not.toHaveBeenCalled();
  });

  it('neither fails nor waits when the record cannot be written', async () => {
    const { port, write } = watchedPort();
    const warn = vi.spyOn(t.current.deps.log, 'warn');
    write.mockRejectedValue(new Error('no database'));
    expect(await port.get('BFS')).toBe(1);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), TIMEOUT_MS);
    write.mockReturnValue(new Promise(() => undefined));
    expect(await port.get('BFS')).toBe(2);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), TIMEOUT_MS);
  });
});

describe('an error', () => {
  const of = (kind: EsignErrorKind) => new EsignError(kind, 'no');
  it.each<[string, Error, Outcome]>([
    ['of an unknown envelope', of('not_found'), 'answer'],
    ['of a wrong state', of('wrong_state'), 'answer'],
    ['of a wrong value', of('invalid'), 'refusal'],
    ['of a provider outage', of('unavailable'), 'failure'],
    ['of an idempotency key reused for something else', new PaymentError('key_reused', 'no'), 'refusal'],
    ['of another total', new PaymentError('total_differs', 'no'), 'answer'],
    ['of the product itself', new AppError('validation_failed'), 'answer'],
    ['of a missing provider', new AppError('provider_unavailable'), 'failure'],
    ['of a file that is not there', Object.assign(new Error('no'), { code: 'ENOENT' }), 'answer'],
    ['of an object that is not there', Object.assign(new Error('no'), { name: 'NoSuchKey' }), 'answer'],
    ['of a full disk', Object.assign(new Error('no'), { code: 'ENOSPC' }), 'failure'],
    ['of a recipient', Object.assign(new Error('no'), { code: 'EENVELOPE' }), 'answer'],
    ['of a password', Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535 }), 'failure'],
    ['of an unexpected kind', new TypeError('no'), 'failure'],
  ])('%s counts as a response, a rejection or a failure', (_, error, expected) => {
    expect(outcomeOf(error)).toBe(expected);
  });
});

describe('the reason of an error', () => {
  it('contains its cause, and is short', () => {
    const error = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    expect(briefReason(error)).toBe('fetch failed: connect ECONNREFUSED');
    const twice = new Error('S3 put: AccessDenied: no', { cause: new Error('AccessDenied: no') });
    expect(briefReason(twice)).toBe('S3 put: AccessDenied: no');
    expect(briefReason(new Error('word '.repeat(200)))).toHaveLength(600);
    expect(briefReason('plain')).toBe('plain');
    const rejected = new Error('DocuSign cannot be used.', { cause: new Error('HOURLY_LIMIT') });
    expect(briefReason(rejected)).toBe('DocuSign cannot be used: HOURLY_LIMIT');
  });

  it.each([
    ['smtp://me:pass@mail.example refused', 'smtp://mail.example refused'],
    ['550 no such user ana@example.test', '550 no such user (address)'],
    ['Authorization: Bearer abc.def was refused', 'Authorization: Bearer (secret) was refused'],
    [`the key ${'k'.repeat(60)} is wrong`, 'the key (secret) is wrong'],
    [`the key ${'k'.repeat(43)}= is wrong`, 'the key (secret) is wrong'],
    ['https://sign.example/x?client_secret=short&a=1', 'https://sign.example/x?client_secret=(secret)&a=1'],
  ])('leaves out private data: %s', (text, expected) => {
    expect(briefReason(new Error(text))).toBe(expected);
  });

  it('keeps the full address at which DocuSign requires consent', () => {
    const client = '3f0d2c1e-7a5b-4c9d-8e6f-0a1b2c3d4e5f';
    const back = encodeURIComponent('https://portal.of-a-brokerage.example.com/consent/thanks?from=docusign');
    const address = `https://account-d.docusign.com/oauth/auth?response_type=code&scope=signature%20impersonation&client_id=${client}&redirect_uri=${back}`;
    const text = `DocuSign requires consent: sign in as the API user at ${address} and allow access.`;
    expect(briefReason(new Error(text))).toBe(text);
  });
});
