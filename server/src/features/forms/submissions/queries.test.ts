import type { QueryInput } from '@ledgerline/contract/endpoint';
import { type SubmissionCategory, submissionCategory } from '@ledgerline/contract/rules';
import { listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { SUBMISSION_FILTER_FIELDS } from '@ledgerline/contract/submissions/filter-fields';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { all, any, everyFilter, where } from '#testing/filters.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const DAY_MS = 86_400_000;

describe('the category of a submission', () => {
  const moment = fc.option(fc.constant(TEST_NOW), { freq: 3 });
  const flags = fc.record({
    status: fc.constantFrom(
      'pending',
      'sent',
      'completed',
      'COMPLETED',
      ' voided ',
      'Voided',
      'declined',
      'Declined',
      'odd',
      '',
    ),
    envelope_id: fc.option(fc.constant('e')),
    session_id: fc.constant(null),
    is_voided: fc.boolean(),
    voided_at: moment,
    is_completed: fc.boolean(),
    signed_at: moment,
    pending_advisor_signature: fc.boolean(),
    pending_client_signature: fc.boolean(),
    has_advisor_signature: fc.boolean(),
    has_client_signature: fc.boolean(),
    advisor_signed_at: moment,
    client_signed_at: moment,
    read_at: moment,
    form_data: fc.option(fc.constant('v1.sealed')),
  });

  const UNTOUCHED = {
    status: 'pending',
    is_voided: false,
    voided_at: null,
    is_completed: false,
    signed_at: null,
    pending_advisor_signature: false,
    has_advisor_signature: false,
    has_client_signature: false,
    advisor_signed_at: null,
    client_signed_at: null,
    read_at: null,
    form_data: null,
  };

  it('is the same in SQL as in the rule, for any flags', async () => {
    const samples = [
      ...fc.sample(flags, 150),
      // Half of random flags are voided, and most others have a signature: add the plain ones.
      ...fc
        .sample(flags, 150)
        .map((one) => ({ ...one, status: 'pending', is_voided: false, voided_at: null, signed_at: null })),
      // Rarely generated: nothing is requested, done or viewed yet.
      ...fc.sample(flags, 10).map((one) => ({ ...one, ...UNTOUCHED })),
    ];
    const seen = new Set<string>();
    for (const sample of samples) {
      const row = await buildSubmission(t.current, sample);
      const expected = submissionCategory(row);
      expect([row.category, JSON.stringify(sample)]).toEqual([expected, JSON.stringify(sample)]);
      seen.add(expected);
    }
    expect([...seen].sort()).toEqual(['alert', 'complete', 'in_progress', 'new', 'voided']);
  });
});

describe('the list of submissions', () => {
  let agent: Awaited<ReturnType<typeof signInAs>>;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    await t.current.deps.database.query('delete from session_forms');
    agent = await signInAs(t.current);
    const zoe = await buildClient(t.current, {
      client_first_name: 'Zoë',
      client_last_name: 'Lindqvist',
      primary_email: 'zoe@lind.example',
      primary_phone: '(305) 555-0142',
      current_health_plan_name: 'Evergreen Gold',
    });
    const template = await buildTemplate(t.current);
    const ago = (days: number) => ({ updated_at: new Date(TEST_NOW.getTime() - days * DAY_MS) });
    const rows: Record<string, Parameters<typeof buildSubmission>[1]> = {
      consent: {
        title: 'HIPAA Consent',
        client_id: zoe,
        type: 'DocuSign',
        pending_advisor_signature: true,
        ...ago(0),
      },
      intake: {
        title: 'Intake',
        type: 'Web Form',
        form_id: template.id,
        first_name: 'Marco',
        last_name: 'Polo',
        email: 'marco@sea.example',
        phone: '+1 786 555 0199',
        is_completed: true,
        ...ago(0.4),
      },
      // 03:00 UTC is the previous evening in New York.
      evening: {
        title: 'Broker letter',
        type: 'personal-info',
        read_at: TEST_NOW,
        updated_at: new Date('2026-11-20T03:00:00Z'),
      },
      week: { title: '100%_sure', type: 'PDF', ...ago(6.9) },
      month: { title: 'Old form', type: 'Link', is_voided: true, ...ago(29) },
      ancient: { title: 'Ancient', type: 'PDF', client_id: zoe, ...ago(31) },
    };
    for (const [name, values] of Object.entries(rows))
      ids[name] = (await buildSubmission(t.current, values)).id;
    ids.template = template.id;
  });

  const names = async (query: QueryInput<typeof listSubmissions>) => {
    const { status, body } = await agent.call(listSubmissions, { query });
    expect([status, body.total]).toEqual([200, body.data.length]);
    return body.data.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
  };

  it('is sorted by last change, with client and status and without answers', async () => {
    expect(await names({})).toEqual(['consent', 'intake', 'evening', 'week', 'month', 'ancient']);
    const { body } = await agent.call(listSubmissions, { query: { q: 'hipaa' } });
    expect(body.data[0]).toMatchObject({
      client_first_name: 'Zoë',
      display_status: 'Pending Agent Signature',
      category: 'alert',
      has_form_data: false,
    });
    expect(body.data[0]).not.toHaveProperty('form_data');
    expect(body.data[0]).not.toHaveProperty('search_text');
  });

  it.each<[string, string[]]>([
    ['hipaa', ['consent']],
    ['lindqvist', ['consent', 'ancient']],
    ['ZOË', ['consent', 'ancient']],
    ['lindqvist consent', ['consent']],
    ['zoe@lind', ['consent', 'ancient']],
    ['305-555-0142', ['consent', 'ancient']],
    ['marco', ['intake']],
    ['7865550199', ['intake']],
    ['sea.example', ['intake']],
    ['%', ['week']],
    ['0%_s', ['week']],
    ['evergreen', []],
    ['no match', []],
  ])('finds by title, names, email and phone: %s', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  it.each<[SubmissionCategory, string[]]>([
    ['alert', ['consent']],
    ['complete', ['intake']],
    ['in_progress', ['evening']],
    ['new', ['week', 'ancient']],
    ['voided', ['month']],
  ])('is filtered by category %s', async (category, expected) => {
    expect(await names({ category })).toEqual(expected);
  });

  it('is filtered by form, by type in any notation, and by several criteria together', async () => {
    expect(await names({ form_id: ids.template ?? 0 })).toEqual(['intake']);
    expect(await names({ type: 'Web Form' })).toEqual(['intake', 'evening']);
    expect(await names({ type: 'PDF' })).toEqual(['week', 'ancient']);
    expect(await names({ type: 'PDF', q: 'lindqvist', category: 'new' })).toEqual(['ancient']);
  });

  it("is filtered by the time of change: today in the brokerage's time zone, within 7 and 30 days", async () => {
    expect(await names({ modified: 'today' })).toEqual(['consent', 'intake']);
    expect(await names({ modified: '7' })).toEqual(['consent', 'intake', 'evening', 'week']);
    expect(await names({ modified: '30' })).toEqual(['consent', 'intake', 'evening', 'week', 'month']);
  });

  it.each<[QueryInput<typeof listSubmissions>, string[]]>([
    [{ sort: 'changed', direction: 'asc' }, ['ancient', 'month', 'week', 'evening', 'intake', 'consent']],
    // By last name as in the list of clients; the person who filled it in where no client is linked; none last.
    [{ sort: 'client', direction: 'asc' }, ['consent', 'ancient', 'intake', 'evening', 'week', 'month']],
    [{ sort: 'client', direction: 'desc' }, ['intake', 'consent', 'ancient', 'evening', 'week', 'month']],
    [{ sort: 'form', direction: 'asc' }, ['week', 'ancient', 'evening', 'consent', 'intake', 'month']],
    [{ sort: 'form', direction: 'desc' }, ['month', 'intake', 'consent', 'evening', 'ancient', 'week']],
    [{ sort: 'status', direction: 'asc' }, ['consent', 'week', 'ancient', 'evening', 'intake', 'month']],
    [{ sort: 'status', direction: 'desc' }, ['month', 'intake', 'evening', 'week', 'ancient', 'consent']],
    [{ sort: 'client', direction: 'asc', type: 'PDF', q: 'lindqvist' }, ['ancient']],
    [
      { sort: 'client', direction: 'asc', then_by: 'form' },
      ['ancient', 'consent', 'intake', 'week', 'evening', 'month'],
    ],
    [
      { sort: 'client', direction: 'asc', then_by: 'changed' },
      ['ancient', 'consent', 'intake', 'month', 'week', 'evening'],
    ],
  ])('is sorted by a column: %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    [where('form', 'contains', 'AN'), ['ancient']],
    [where('category', 'is_any', 'voided'), ['month']],
    [where('category', 'is_none', 'voided', 'new'), ['consent', 'intake', 'evening']],
    [where('type', 'is_any', 'Web Form', 'Link'), ['intake', 'evening', 'month']],
    [where('client_name', 'is', 'zoe lindqvist'), ['consent', 'ancient']],
    [where('client_name', 'is', 'Marco Polo'), ['intake']],
    [where('client_name', 'is_empty'), ['evening', 'week', 'month']],
    [where('client_email', 'contains', '@lind'), ['consent', 'ancient']],
    [where('client_phone', 'is', '786-555-0199'), ['intake']],
    [where('owner_agent_id', 'is_filled'), []],
    [where('updated_at', 'last_days', '7'), ['consent', 'intake', 'evening', 'week']],
    [where('read_at', 'is_filled'), ['evening']],
  ])('is filtered by a field: %j', async (condition, expected) => {
    const filter = JSON.stringify(all(condition));
    expect(await names({ filter })).toEqual(expected);
    const page = { filter, sort: 'form', page: 2, page_size: 1 } as const;
    const { body } = await agent.call(listSubmissions, { query: page });
    expect([body.total, body.data.length]).toEqual([expected.length, expected.length > 1 ? 1 : 0]);
  });

  it('is filtered by every field with every operator, together with the other filters', async () => {
    for (const filter of everyFilter(SUBMISSION_FILTER_FIELDS))
      await names({ filter: JSON.stringify(filter) });
    const filter = JSON.stringify(any(where('type', 'is_any', 'PDF'), where('client_name', 'is_filled')));
    expect(await names({ filter, modified: '7', q: 'o' })).toEqual(['consent', 'intake']);
  });

  it('is paginated in the order of a column', async () => {
    const page = async (number: number) => {
      const query = { sort: 'client', direction: 'asc', page: number, page_size: 4 } as const;
      return (await agent.call(listSubmissions, { query })).body.data.map(({ id }) => id);
    };
    const expected = ['consent', 'ancient', 'intake', 'evening', 'week', 'month'].map((name) => ids[name]);
    expect([...(await page(1)), ...(await page(2))]).toEqual(expected);
  });

  it('is paginated with the total', async () => {
    const page = async (number: number) => {
      const { body } = await agent.call(listSubmissions, { query: { page: number, page_size: 4 } });
      return [body.total, body.data.length];
    };
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [6, 4],
      [6, 2],
      [6, 0],
    ]);
  });

  it.each([
    { category: 'odd' },
    { type: 'Fax' },
    { modified: '8' },
    { page: 0 },
    { page_size: 201 },
    { sort: 'age' },
    { form_id: 'x' },
  ])('rejects %j', async (query) => {
    expect((await agent.call(listSubmissions, { query: query as never })).status).toBe(400);
  });
});
