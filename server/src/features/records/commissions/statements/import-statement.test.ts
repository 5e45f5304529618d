import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCarrier, HEADER } from '#testing/commissions.ts';
import { buildClient } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { buildXlsx, buildZip, xlsxParts } from '#testing/xlsx.ts';

/** November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });

let of: Awaited<ReturnType<typeof buildCarrier>>;
beforeEach(async () => {
  of = await buildCarrier(t.current);
});

describe('a statement', () => {
  it('is matched by number and compared with what is expected', async () => {
    const [paid, missing, under, over, back] = [
      await of.addPolicy('00012345'),
      await of.addPolicy('MIS-1'),
      await of.addPolicy('UND-1'),
      await of.addPolicy('OVR-1'),
      await of.addPolicy('CHB-1'),
    ];
    await of.addPolicy('QUO-1', { status: 'quoted' });
    const twins = [await of.addPolicy('TWIN-1'), await of.addPolicy('twin 1')];
    const file = `${HEADER}12345,Ana Ruiz,18\n und1,A,$17.00\nOVR-1,B,"19.00"\nCHB-1,C,(18.00)\nNEW-9,Nina Nova,18.00\nTWIN1,D,18\nTotal,,72.00\n`;
    const { status, body } = await of.upload(file);
    expect(status).toBe(201);
    expect(await of.resultsOf(body.id)).toEqual([
      ['missing', missing, 1800, 0],
      ['missing', twins[0], 1800, 0],
      ['missing', twins[1], 1800, 0],
      ['under', under, 1800, 1700],
      ['over', over, 1800, 1900],
      ['unknown', null, null, 1800],
      ['ambiguous', null, null, 1800],
      ['chargeback', back, 1800, -1800],
      ['as_expected', paid, 1800, 1800],
    ]);
    const { statement, counts, rows, expected_cents } = await of.get(body.id);
    expect(statement).toMatchObject({
      line_count: 6,
      total_cents: 7200,
      stated_total_cents: 7200,
      month: '2026-10',
    });
    expect([counts.missing, counts.resolved, expected_cents]).toEqual([3, undefined, 12_600]);
    expect(rows.reduce((sum, { paid_cents }) => sum + paid_cents, 0)).toBe(statement.total_cents);
    const [unknown] = (await of.get(body.id, 'unknown')).rows;
    expect(unknown?.lines[0]).toMatchObject({ number: 'NEW-9', name: 'Nina Nova', row_number: 6 });
    const [ambiguous] = (await of.get(body.id, 'ambiguous')).rows;
    expect(ambiguous?.candidates.map(({ id }) => id).sort()).toEqual([...twins].sort());
    expect(rows[8]?.lines[0]).toMatchObject({ number: '', name: '' });
    expect(rows[8]?.policy?.policy_number).toBe('••••2345');
  });

  it('stores numbers and names encrypted, and only of lines without a policy', async () => {
    await of.addPolicy('SECRET-1');
    const { body } = await of.upload(`${HEADER}SECRET-1,Greta Garbo,18\nSECRET-2,Greta Garbo,18\n`);
    const rows = await t.current.deps.database.query<{ text: string }>(
      `select l::text as text from commission_lines l where statement_id = $1
        union all select s::text from commission_statements s where id = $1
        union all select e::text from audit_events e where entity = 'commission_statement' and entity_id = $1`,
      [body.id],
    );
    expect(rows).toHaveLength(4);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/SECRET|Garbo/i);
    const [stored] = await t.current.deps.database.query<{ count: number }>(
      'select count(content)::int as count from commission_lines where statement_id = $1',
      [body.id],
    );
    expect(stored?.count).toBe(1);
  });

  it('is rejected if the same file or the same lines were imported before', async () => {
    const file = `${HEADER}A-1,Ana,18\nA-2,Luis,18\n`;
    const { body } = await of.upload(file);
    const again = await of.upload(file, { month: '2026-09' });
    expect(again.status).toBe(409);
    expect(again.error.message).toMatch(
      /^This file was already imported by .+ on 11\/20\/2026 \(Carrier \d+, 10\/2026\)\. Nothing was imported\.$/,
    );
    const reordered = `${HEADER}A-2,Luis,18\n\nA-1,ANA,18.00\n`;
    expect((await of.upload(reordered)).error.message).toMatch(
      /^A statement with the same lines was already imported/,
    );
    expect((await of.upload(reordered, { carrier: of.carrier.toUpperCase() })).status).toBe(409);
    expect((await of.upload(reordered, { month: '2026-09' })).status).toBe(201);
    await of.owner.call(endpoints.deleteCommissionStatement, { params: { id: body.id } });
    expect((await of.upload(file)).status).toBe(201);
    const both = await Promise.all([of.upload(`${HEADER}B-1,Eva,1\n`), of.upload(`${HEADER}B-1,Eva,1\n`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('may be of several carriers, or months, in the sheets of one workbook', async () => {
    const header = ['Policy #', 'Insured', 'Commission'];
    const parts = xlsxParts([header, ['S-1', 'Ana', { v: 18 }]]);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    parts['xl/worksheets/sheet2.xml'] = sheet.replace('<v>3</v>', '<v>4</v>');
    parts['xl/workbook.xml'] =
      `<workbook xmlns:r="r"><sheets>${[1, 2].map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`;
    parts['xl/_rels/workbook.xml.rels'] =
      `<Relationships>${[1, 2].map((n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`;
    const file = buildZip(parts);
    expect((await of.upload(file, { sheet: 0 })).status).toBe(201);
    expect((await of.upload(file, { sheet: 0, month: '2026-09' })).status).toBe(409);
    expect((await of.upload(file, { sheet: 1 })).status).toBe(201);
    expect((await of.upload(file, { sheet: 0, carrier: `${of.carrier} Life` })).status).toBe(201);
  });

  it('paid in arrears expects the months that its lines name, also for policies without a line', async () => {
    const ended = await of.addPolicy('ARR-1', { end_date: '2026-09-30' });
    const paid = await of.addPolicy('ARR-2');
    const started = await of.addPolicy('ARR-3', { effective_date: '2026-10-01' });
    const file =
      'Policy Number,Client Name,Commission,Month\nARR-2,A,18,09/2026\nX,B,1,09/2026\nY,C,1,10/2026\n';
    const { body } = await of.upload(file, { period: 3 });
    const results = (await of.resultsOf(body.id)).filter(([, policy]) => policy !== null);
    expect(results).toEqual([
      ['missing', ended, 1800, 0],
      ['as_expected', paid, 1800, 1800],
    ]);
    expect(results.flat()).not.toContain(started);
    expect((await of.get(body.id)).not_known).toEqual({ rows: 2, paid_cents: 200 });
  });

  it('is imported although the number of a policy cannot be read', async () => {
    const broken = await of.addPolicy('BRK-1');
    const policy = await of.addPolicy('X-BRK-1');
    const broke = "update policies set policy_number = 'k1.damaged' where id = $1";
    await t.current.deps.database.query(broke, [broken]);
    const { status, body } = await of.upload(`${HEADER}X-BRK-1,A,18\n`);
    expect(status).toBe(201);
    expect((await of.resultsOf(body.id)).at(-1)).toEqual(['as_expected', policy, 1800, 1800]);
  });

  it('finds repeated lines, and lines of one renewed policy by its term', async () => {
    const client = await buildClient(t.current);
    await of.addPolicy('REN-1', { effective_date: '2025-01-01', end_date: '2025-12-31' }, client);
    const now = await of.addPolicy('REN-1', {}, client);
    const twice = await of.addPolicy('DUP-1');
    const { body } = await of.upload(`${HEADER}REN-1,A,18\nDUP-1,B,18\nDUP-1,B,18\n`);
    expect(await of.resultsOf(body.id)).toEqual([
      ['duplicate', twice, 1800, 3600],
      ['as_expected', now, 1800, 1800],
    ]);
  });

  it('remembers the columns of a carrier by their names', async () => {
    await of.upload('Ref,Who,Pay\n1,A,1\n');
    const { body } = await of.preview('Oscar statement\nPay,Ref,Who\n$2.00,2,B\n', {
      sheet: 0,
      header_row: 2,
    });
    expect(body.columns).toEqual({ number: 1, name: 2, amount: 0, period: null, paid_on: null });
    expect(body.sample).toEqual([
      { row_number: 3, number: '2', name: 'B', amount_cents: 200, period: null, paid_on: null },
    ]);
    const { body: guessed } = await of.preview(
      'Oscar statement\n\nPolicy #,Insured,Commission Amount\n7,A,1\nTotal,,2\n',
    );
    expect([guessed.header_row, guessed.total_cents, guessed.stated_total_cents]).toEqual([3, 100, 200]);
  });

  it('may be a workbook with merged titles, dates and numbers without their leading zeros', async () => {
    const policy = await of.addPolicy('000012345');
    const file = buildXlsx([
      ['October statement', null, null, null],
      ['Policy #', 'Insured', 'Coverage Month', 'Commission'],
      [{ v: 12_345 }, 'Ana Ruiz', { v: 46_296, formatId: 14 }, { v: 18.004 }],
      ['Total', null, null, { v: 18 }],
    ]);
    const { body: read } = await of.preview(file);
    expect(read.sample).toEqual([
      {
        ...{ row_number: 3, number: '12345', name: 'Ana Ruiz', amount_cents: 1800 },
        ...{ period: '2026-10', paid_on: null },
      },
    ]);
    const { header_row } = read;
    const { body } = await of.upload(file, { header_row, number: 0, name: 1, period: 2, amount: 3 });
    expect(await of.resultsOf(body.id)).toEqual([['as_expected', policy, 1800, 1800]]);
  });

  it.each([
    ['a damaged file', Buffer.from('PK\u0003\u0004broken'), 400],
    ['200,000 lines', `${HEADER}${'1,A,1\n'.repeat(200_000)}`, 413],
    ['a text as amount', `${HEADER}1,A,18\n2,B,pending\n`, 400],
    ['another currency', `${HEADER}1,A,€18\n`, 400],
    ['only a header', `${HEADER}x\n`, 400],
  ])('with %s is rejected, and nothing is stored', async (_, content, status) => {
    const before = (await of.owner.call(endpoints.listCommissionStatements)).body.statements.length;
    const rejected = await of.upload(content);
    expect([rejected.status, rejected.error.message.endsWith('.')]).toEqual([status, true]);
    expect((await of.owner.call(endpoints.listCommissionStatements)).body.statements).toHaveLength(before);
  });

  it('without a column of numbers says which to choose', async () => {
    const { body } = await of.preview('Name,Age\nAna,5\n');
    expect(body.problems).toEqual([
      'Choose the column with the policy number.',
      'Choose the column with the amount.',
    ]);
    expect((await of.upload('Name,Age\nAna,5\n', { number: -1 })).status).toBe(400);
    expect((await of.upload(`${HEADER}1,A,1\n`, { header_row: 9 })).status).toBe(400);
  });
});
