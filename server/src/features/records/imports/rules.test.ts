import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, it } from 'vitest';
import { findingText, headerProblem, headersOf, readRow, shownCell } from './rules.ts';

const POLICY = { rejectsCardSecurityCode: false, agents: [], today: '2026-11-26' };
const readOne = (field: FieldName, text: string, policy = POLICY) => {
  const row = readRow([text, 'Lee'], [field, 'client_last_name'], policy);
  const value = [...row.input].find(([{ name }]) => name === field)?.[1];
  return { value, findings: row.findings };
};

describe('reading a row', () => {
  it.each<[FieldName, string, string]>([
    ['dob', '5/31/90', '1990-05-31'],
    ['dob', 'March 5, 1980', '1980-03-05'],
    ['next_f_u_date', '5/31/31 9:00', '2031-05-31'],
    ['dob', '1990-05-31 00:00:00', '1990-05-31'],
    ['dob', '1990-05-31T04:00:00.000Z', '1990-05-31'],
    ['primary_phone', '305.555.0100', '305-555-0100'],
    ['primary_phone', '305/555-0100 ext. 7', '305-555-0100 (7)'],
    ['primary_phone', "'+1 (305) 555-0100", '+1 (305) 555-0100'],
    ['client_first_name', '  Ana ', 'Ana'],
    ['client_first_name', "'Ana", "'Ana"],
    ['notes', 'called\nlikes <3 & tea', '<p>called<br />likes &lt;3 &amp; tea</p>'],
    ['notes', '<p>bold</p>', '<p>bold</p>'],
  ])('reads %s %j as %j', (field, text, value) => {
    expect(readOne(field, text)).toEqual({ value, findings: [] });
  });

  it.each<[FieldName, string, string]>([
    ['primary_email', 'nobody', 'Please enter a valid email address (the cell was omitted)'],
    ['primary_phone', 'N/A', 'Please enter a valid phone number (the cell was omitted)'],
    ['dob', '31.12.1990', 'must be a date such as 05/31/1990 (the cell was omitted)'],
    ['dob', '2031-01-01', 'must not be in the future. Check the year (the cell was omitted)'],
    ['dob', '--05-31', 'is not a complete date (the cell was omitted)'],
    ['dob', '0/0/00', 'is not a complete date (the cell was omitted)'],
    ['ssn', '1234567', 'has 7 digits instead of 9 (the cell was omitted)'],
    ['business_ein', '123-45', 'has 5 digits instead of 9 (the cell was omitted)'],
    ['routing_number', '63100278', 'has 8 digits instead of 9 (the cell was omitted)'],
    [
      'card_number',
      '4111111111111110',
      'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers (the cell was omitted)',
    ],
    ['status', 'active', 'must be one of new, client, lead, inactive (the cell was omitted)'],
    ['ssn', '•••-••-6789', 'is masked in the file and was omitted'],
  ])('reports for %s %j that it %s', (field, text, message) => {
    expect(readOne(field, text)).toEqual({
      value: undefined,
      findings: [{ level: 'warning', field, message }],
    });
  });

  it('is not slowed down by a cell designed to be expensive', () => {
    const before = performance.now();
    const { findings } = readOne('dob', `${'T1:11'.repeat(180_000)}\nx`);
    expect(findings[0]?.level).toBe('warning');
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('omits a card security code if the brokerage stores none', () => {
    const { value, findings } = readOne('cvc', '123', { ...POLICY, rejectsCardSecurityCode: true });
    expect([value, findings[0]?.level]).toEqual([undefined, 'warning']);
  });

  it('reads the day before the month in a file with that date order', () => {
    const policy = { ...POLICY, dateOrder: 'dmy' as const };
    expect(readOne('dob', '5/4/1990', policy)).toEqual({ value: '1990-04-05', findings: [] });
  });

  it.each<[FieldName, string, string]>([
    ['ssn', '12345678', '012345678'],
    ['dep1_ssn', '12-34-5678', '012-34-5678'],
    ['business_ein', '1-2345678', '01-2345678'],
    ['routing_number', '63100277', '063100277'],
  ])('restores the leading zero that a spreadsheet dropped from %s %j', (field, text, value) => {
    expect(readOne(field, text)).toEqual({
      value,
      findings: [{ level: 'warning', field, message: 'had 8 digits, so a leading zero was added' }],
    });
  });

  it('combines the columns of an address', () => {
    const mapping = ['client_last_name', 'zip', 'city', 'state', 'address'] as const;
    const { input, hasStreet } = readRow(
      ['Lee', '2139', 'Cambridge', 'Massachusetts', '12 Main St'],
      mapping,
      POLICY,
    );
    const values = [...input].map(([{ name }, value]) => [name, value]);
    expect(values).toContainEqual(['address', '12 Main St, Cambridge, MA 02139']);
    expect(hasStreet).toBe(true);
    expect(readRow(['Lee', '33101', 'Miami', 'FL', ''], mapping, POLICY).hasStreet).toBe(false);
  });

  it('omits empty cells, so that an update never empties a field', () => {
    const { input } = readRow(['', ' ', 'Lee'], ['ssn', 'client_first_name', 'client_last_name'], POLICY);
    expect([...input.keys()].map(({ name }) => name)).toEqual(['client_last_name']);
  });

  it('rejects a row without a person, and one with more cells than columns', () => {
    expect(readRow(['Gold 80'], ['current_health_plan_name'], POLICY).findings[0]?.level).toBe('error');
    expect(readRow(['Lee', 'Jr'], ['client_last_name'], POLICY).findings[0]?.message).toMatch(/more cells/);
  });

  it('identifies the person of a row', () => {
    const cells = ['Ana', 'LEE', 'Ana@X.test', '1 (305) 555-0100 x7', '5/31/1990', '123-45-6789'];
    const mapping: FieldName[] = [
      'client_first_name',
      'client_last_name',
      'primary_email',
      'primary_phone',
      'dob',
      'ssn',
    ];
    expect(readRow(cells, mapping, POLICY).person).toEqual({
      first: 'Ana',
      last: 'LEE',
      email: 'ana@x.test',
      phone: '3055550100',
      dob: '1990-05-31',
      ssn: '6789',
    });
    const placeholders = readRow(['Ana', 'Lee', 'none@none.com', '000-000-0000'], mapping, POLICY).person;
    expect([placeholders.email, placeholders.phone]).toEqual([null, null]);
  });
});

describe('headers and cells on the screen', () => {
  it('numbers columns without a header, and columns after the last header that most rows fill', () => {
    expect(headersOf(['Name', ' ', 'b\u0000c'], [3])).toEqual(['Name', 'Column 2', 'b c']);
    expect(headersOf(['Name'], [2, 2, 1])).toEqual(['Name', 'Column 2']);
    expect(headersOf(['Name'], [2, 1, 1])).toEqual(['Name']);
  });

  it.each([
    [['First', 'Email'], false],
    [['Ana', 'ana@x.test'], true],
    [['Ana', '123-45-6789'], true],
    [['Ana', '05/31/1990'], true],
  ])('detects in %j whether the header is data', (names, isData) => {
    expect(headerProblem(names) !== null).toBe(isData);
  });

  it('masks what looks like an SSN or a card number under any column name', () => {
    expect(shownCell(undefined, '123-45-6789')).toBe('•••-••-6789');
    expect(shownCell(undefined, '4111 1111 1111 1111')).toBe('••••1111');
    expect(shownCell(undefined, '305-555-0100')).toBe('305-555-0100');
  });

  it('builds a sentence from a finding', () => {
    const finding = { level: 'error' as const, field: 'dob' as const, message: 'must be a date' };
    expect(findingText(finding)).toBe('Date of birth must be a date');
    expect(findingText({ ...finding, message: 'Please' })).toBe('Date of birth: Please');
  });
});
