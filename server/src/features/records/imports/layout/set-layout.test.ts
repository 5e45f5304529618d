import { getClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { importFile, settled, upload, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';
import { buildZip, xlsxParts } from '#testing/xlsx.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const rowsOf = async (id: number) =>
  (await agent.call(endpoints.listImportRows, { params: { id } })).body.data;
const clientOf = async (id: number | null | undefined) =>
  (await agent.call(getClient, { params: { id: id ?? 0 } })).body.data;
const choose = (
  id: number,
  body: { sheet: number; header_row: number | null; name_column?: number | null },
) => agent.call(endpoints.setImportLayout, { params: { id }, body });

/** Two visible sheets, the first of them a cover. */
function workbook(): Buffer {
  const parts = xlsxParts([['Prepared by Ana'], ['First name', 'Shoe size'], ['Cover', '9']]);
  const list = [
    ['Client list'],
    ['Name', 'Email'],
    ['Diaz, Bo', 'bo@sheet.test'],
    ['Total', '1'],
    ['Page 1 of 3'],
  ];
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  parts['xl/worksheets/sheet2.xml'] =
    `<worksheet><sheetData>${list.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`;
  parts['xl/workbook.xml'] =
    '<workbook xmlns:r="r"><sheets><sheet name="Cover" r:id="rId1"/><sheet name="List" r:id="rId2"/></sheets></workbook>';
  parts['xl/_rels/workbook.xml.rels'] =
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>';
  return buildZip(parts);
}

describe('the layout of a file', () => {
  it('is detected: sheet, column names, full names; totals are skipped with a note', async () => {
    const { body } = await upload(agent, workbook(), 'clients.xlsx');
    expect(body.data).toMatchObject({
      sheets: [
        { name: 'Cover', problem: null },
        { name: 'List', problem: null },
      ],
      sheet: 1,
      header_row: 2,
      name_column: 0,
      row_count: 3,
      headers: ['Name', 'Email', 'Name (first name)', 'Name (last name)'],
    });
    expect(body.sample[0]).toEqual(['Diaz, Bo', 'bo@sheet.test', 'Bo', 'Diaz']);
    const { id } = body;
    await agent.call(endpoints.checkImport, { params: { id }, body: { mapping: body.data.mapping } });
    expect(await settled(agent, id)).toMatchObject({ counts: { created: 1, skipped: 2, refused: 0 } });
    await agent.call(endpoints.runImport, { params: { id } });
    await settled(agent, id);
    const rows = await rowsOf(id);
    expect(
      rows.map(({ row_number, outcome, findings }) => [row_number, outcome, findings[0]?.message]),
    ).toEqual([
      [3, 'created', undefined],
      [4, 'skipped', 'Looks like a totals row and was skipped'],
      [5, 'skipped', 'Looks like a page number and was skipped'],
    ]);
    expect(await clientOf(rows[0]?.client_id)).toMatchObject({
      client_first_name: 'Bo',
      client_last_name: 'Diaz',
    });
    const left = await t.current.deps.database.arrays(
      'select count(*), count(cells) from import_rows where import_id = $1',
      [id],
    );
    expect(left[0]?.map(Number)).toEqual([3, 0]);
  });

  it('can be chosen by the agent, before and after a check', async () => {
    const { body } = await upload(agent, workbook(), 'clients.xlsx');
    const { id } = body;
    const chosen = await choose(id, { sheet: 0, header_row: 2 });
    expect(chosen.body.data).toMatchObject({
      state: 'uploaded',
      sheet: 0,
      header_row: 2,
      headers: ['First name', 'Shoe size'],
      mapping: ['client_first_name', null],
      row_count: 1,
    });
    const opened = await agent.call(endpoints.getImport, { params: { id } });
    expect(opened.body.head.map(({ row_number, cells }) => [row_number, cells[0]])).toEqual([
      [1, 'Prepared by Ana'],
      [2, 'First name'],
      [3, 'Cover'],
    ]);
    await agent.call(endpoints.checkImport, {
      params: { id },
      body: { mapping: ['client_first_name', null] },
    });
    expect((await settled(agent, id)).counts.created).toBe(1);
    const back = await choose(id, { sheet: 1, header_row: 2, name_column: null });
    expect(back.body.data).toMatchObject({
      state: 'uploaded',
      headers: ['Name', 'Email'],
      counts: { created: 0 },
    });
    expect((await rowsOf(id)).map(({ row_number, plan }) => [row_number, plan])).toEqual([
      [3, null],
      [4, null],
      [5, null],
    ]);
    const found = await choose(id, { sheet: 0, header_row: null });
    expect(found.body.data).toMatchObject({ sheet: 0, header_row: 2 });
    const split = await choose(id, { sheet: 1, header_row: 2, name_column: 0 });
    expect(split.body.data.headers).toHaveLength(4);
  });

  it.each([
    [{ sheet: 7, header_row: 1 }, 'sheet must be a sheet of the file'],
    [{ sheet: 1, header_row: 99 }, 'header_row must be a row of the sheet that is not blank'],
    [{ sheet: 1, header_row: 5 }, 'header_row must have rows below it. Choose a row further up.'],
    [{ sheet: 1, header_row: 3 }, /header_row contains a client’s values\. Choose the row/],
    [{ sheet: 1, header_row: 2, name_column: 9 }, 'name_column must be a column of the file'],
  ])('is rejected with a message: %j', async (location, message) => {
    const { body } = await upload(agent, workbook(), 'clients.xlsx');
    const { status, error } = await choose(body.id, location);
    expect([status, error.message]).toEqual([400, expect.stringMatching(message)]);
    const { body: unchanged } = await agent.call(endpoints.getImport, { params: { id: body.id } });
    expect(unchanged.data).toMatchObject({ sheet: 1, header_row: 2, row_count: 3 });
  });

  it("can be chosen only for one's own files, and by no one once the import ran", async () => {
    const imported = await importFile(agent, 'First name,Last name\nLia,Layout');
    expect((await choose(imported.id, { sheet: 0, header_row: 1 })).status).toBe(409);
    const { body } = await upload(agent, workbook(), 'clients.xlsx');
    const other = await signInAs(t.current);
    const call = { params: { id: body.id }, body: { sheet: 0, header_row: 2 } };
    expect((await other.call(endpoints.setImportLayout, call)).status).toBe(404);
  });
});

describe('a cell that cannot be read', () => {
  it('is omitted and listed with row, column, value and reason; its client is imported', async () => {
    const file =
      'First name,Last name,Email,DOB,Owner\nPia,O&#39;Brien,n/a,13/45/2020,Unknown Agent\nQi,Fine,qi@cell.test,,';
    const imported = await uploadAndCheck(agent, file);
    expect(imported.counts).toMatchObject({ created: 2, refused: 0, warnings: 1 });
    const [row] = await rowsOf(imported.id);
    expect(row?.findings.map(({ level, field, value }) => [level, field, value])).toEqual([
      ['warning', 'primary_email', 'n/a'],
      ['warning', 'dob', '13/45/2020'],
      ['warning', 'owner_agent_id', 'Unknown Agent'],
    ]);
    const list = await agent.call(endpoints.downloadImportOutcome, { params: { id: imported.id } });
    expect(String(list.body)).toContain(
      '2,to create,,"Primary email “n/a”: Please enter a valid email address (the cell was omitted); ',
    );
    await agent.call(endpoints.runImport, { params: { id: imported.id } });
    expect(await settled(agent, imported.id)).toMatchObject({
      state: 'done',
      counts: { created: 2, refused: 0 },
    });
    const [written] = await rowsOf(imported.id);
    expect(await clientOf(written?.client_id)).toMatchObject({
      client_last_name: "O'Brien",
      primary_email: null,
      dob: null,
    });
  });
});
