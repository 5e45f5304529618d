import { submitPublicForm } from '@ledgerline/contract/public-forms/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTemplate } from '#testing/factories.ts';
import { submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = (text: string) => t.current.deps.database.query(text);
const session = (n: number) => `TEMP_${String(n).padStart(16, 'A')}`;

interface From {
  address?: string;
  tab?: string;
  key?: string;
  form?: string;
}

async function submit(
  body: object,
  { address = '203.0.113.9', tab = 'one', key, form = 'personal-info' }: From = {},
) {
  const answer = await t.current.app.inject({
    method: 'POST',
    url: `/api${submitPublicForm.path.replace(':formLinkId', form)}`,
    remoteAddress: address,
    headers: { 'user-agent': 'Tablet', 'x-tab-id': tab, ...(key ? { 'idempotency-key': key } : {}) },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

describe('the limit of submissions without a link', () => {
  const unfinished = { form_data: {}, language: 'en', progress_session_id: session(1) };
  afterEach(() => sql('delete from rate_limits'));

  async function use(from: From, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push((await submit(unfinished, from)).status);
    return statuses;
  }

  it('counts each device behind one address, and each link, separately', async () => {
    const other = await buildTemplate(t.current, { type: 'Web Form' });
    expect((await use({}, 21)).at(-1)).toBe(429);
    expect(await use({ tab: 'two' }, 1)).toEqual([400]);
    expect(await use({ form: other.form_link_id }, 1)).not.toContain(429);
    expect(await use({}, 1)).toEqual([429]);
  });

  it('still applies to one address that keeps naming new devices', async () => {
    const { maxPerNetwork = 0 } = submitPublicForm.rateLimit ?? {};
    await sql(
      `insert into rate_limits (key, window_start, hits) values ('submitPublicForm:address:203.0.113.9', '${t.current.deps.clock.now().toISOString()}', ${maxPerNetwork})`,
    );
    expect(await use({ tab: 'new' }, 1)).toEqual([429]);
    expect(await use({ tab: 'new', address: '203.0.113.10' }, 1)).toEqual([400]);
  });

  it('names the remaining wait', async () => {
    await use({}, 20);
    const { body, headers } = await submit(unfinished);
    expect(body).toMatchObject({
      message: 'Too many attempts. Please try again in 10 minutes.',
      details: { retryAfterSeconds: 600 },
    });
    expect(headers['retry-after']).toBe('600');
  });
});

describe('a visitor’s Idempotency-Key', () => {
  const key = crypto.randomUUID();
  const first = { ...submitBody(), progress_session_id: session(7) };

  it('repeats a submission from another address, as when a phone leaves its Wi-Fi', async () => {
    const done = await submit(first, { key });
    const again = await submit(first, { key, address: '198.51.100.4', tab: 'other' });
    expect([done.status, again.status, again.body]).toEqual([201, 201, done.body]);
    const rows = await sql(`select id from session_forms where progress_session_id = '${session(7)}'`);
    expect(rows).toHaveLength(1);
  });

  it('never returns its response to another visitor, who submits something else', async () => {
    const theirs = { ...submitBody(), progress_session_id: session(8) };
    for (const address of ['203.0.113.9', '198.51.100.77']) {
      const { status } = await submit({ ...theirs, language: 'es' }, { key, address });
      expect(status).toBe(201);
    }
    const rows = await sql(`select id from session_forms where progress_session_id = '${session(8)}'`);
    expect(rows).toHaveLength(1);
  });
});
