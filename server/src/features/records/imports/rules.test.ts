import type { FieldName } from '@ledgerline/contract/clients/fields/catalogue';
import { describe, expect, it } from 'vitest';
import { findingText, headerProblem, headersOf, readRow, shownCell } from './rules.ts';

const KEEP = { refuseCardSecurityCode: false, agents: [] };
const readOne = (field: FieldName, text: string, policy = KEEP) => {
  const row = readRow([text, 'Lee'], [field, 'client_last_name'], policy);
  const value = [...row.input].find(([{ name }]) => name === field)?.[1];
  return { value, findings: row.findings };
};

describe('reading a row', () => {
  it.each<[FieldName, string, string]>([
    ['dob', '5/31/90', '5/31/90'],
    ['dob', '1990-05-31 00:00:00', '1990-05-31'],
    ['dob', '1990-05-31T04:00:00.000Z', '1990-05-31'],
    ['primary_phone', '305.555.0100', '305-555-0100'],
    ['primary_phone', '305/555-0100 ext. 7', '305-555-0100 (7)'],
    ['primary_phone', "'+1 (305) 555-0100", '+1 (305) 555-0100'],
    ['client_first_name', '  Ana ', 'Ana'],
    ['client_first_name', "'Ana", "'Ana"],
    ['notes', 'called\nlikes <3 & tea', '<p>called<br />likes &lt;3 &amp; tea</p>'],
    ['notes', '<p>bold</p>', '<p>bold</p>'],
  ])('takes %s %j as %j', (field, text, value) => {
    expect(readOne(field, text)).toEqual({ value, findings: [] });
  });

  it.each<[FieldName, string, string]>([
    ['primary_email', 'nobody', 'Please enter a valid email address (the cell was left out)'],
    ['primary_phone', 'N/A', 'Please enter a valid phone number (the cell was left out)'],
    ['dob', '31.12.1990', 'must be a date such as 05/31/1990 (the cell was left out)'],
    ['status', 'active', 'must be one of new, client, lead, inactive (the cell was left out)'],
    ['ssn', '•••-••-6789', 'is masked in the file and was left out'],
  ])('says about %s %j that it %s', (field, text, message) => {
    expect(readOne(field, text)).toEqual({
      value: undefined,
      findings: [{ level: 'warning', field, message }],
    });
  });

  it('takes no time over a cell that was made to cost it', () => {
    const before = performance.now();
    const { findings } = readOne('dob', `${'T1:11'.repeat(180_000)}\nx`);
    expect(findings[0]?.level).toBe('warning');
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('leaves out a card security code where the brokerage keeps none', () => {
    const { value, findings } = readOne('cvc', '123', { refuseCardSecurityCode: true, agents: [] });
    expect([value, findings[0]?.level]).toEqual([undefined, 'warning']);
  });

  it('leaves out empty cells, so that an update never empties a field', () => {
    const { input } = readRow(['', ' ', 'Lee'], ['ssn', 'client_first_name', 'client_last_name'], KEEP);
    expect([...input.keys()].map(({ name }) => name)).toEqual(['client_last_name']);
  });

  it('refuses a row that is about nobody, and one with more cells than columns', () => {
    expect(readRow(['Gold 80'], ['current_health_plan_name'], KEEP).findings[0]?.level).toBe('error');
    expect(readRow(['Lee', 'Jr'], ['client_last_name'], KEEP).findings[0]?.message).toMatch(/more cells/);
  });

  it('knows whom a row is about', () => {
    const cells = ['Ana', 'LEE', 'Ana@X.test', '1 (305) 555-0100 x7', '5/31/1990', '123-45-6789'];
    const mapping: FieldName[] = [
      'client_first_name',
      'client_last_name',
      'primary_email',
      'primary_phone',
      'dob',
      'ssn',
    ];
    expect(readRow(cells, mapping, KEEP).person).toEqual({
      first: 'Ana',
      last: 'LEE',
      email: 'ana@x.test',
      phone: '3055550100',
      dob: '1990-05-31',
      ssn: '6789',
    });
    const placeholders = readRow(['Ana', 'Lee', 'none@none.com', '000-000-0000'], mapping, KEEP).person;
    expect([placeholders.email, placeholders.phone]).toEqual([null, null]);
  });
});

describe('headers and cells on the screen', () => {
  it('names nameless columns, and those that most rows have beyond the header', () => {
    expect(headersOf(['Name', ' ', 'b\u0000c'], [3])).toEqual(['Name', 'Column 2', 'b c']);
    expect(headersOf(['Name'], [2, 2, 1])).toEqual(['Name', 'Column 2']);
    expect(headersOf(['Name'], [2, 1, 1])).toEqual(['Name']);
  });

  it.each([
    [['First', 'Email'], false],
    [['Ana', 'ana@x.test'], true],
    [['Ana', '123-45-6789'], true],
    [['Ana', '05/31/1990'], true],
  ])('sees in %j whether the header is data', (names, isData) => {
    expect(headerProblem(names) !== null).toBe(isData);
  });

  it('masks what looks like an SSN or a card number under any column name', () => {
    expect(shownCell(undefined, '123-45-6789')).toBe('•••-••-6789');
    expect(shownCell(undefined, '4111 1111 1111 1111')).toBe('••••1111');
    expect(shownCell(undefined, '305-555-0100')).toBe('305-555-0100');
  });

  it('makes a sentence of a finding', () => {
    const finding = { level: 'error' as const, field: 'dob' as const, message: 'must be a date' };
    expect(findingText(finding)).toBe('Date of birth must be a date');
    expect(findingText({ ...finding, message: 'Please' })).toBe('Date of birth: Please');
  });
});
