import { describe, expect, it } from 'vitest';
import { parseFieldValue } from './field-values.ts';
import { CLIENT_FIELDS, type FieldName } from './fields/catalogue.ts';

const read = (name: FieldName, text: unknown) => {
  const field = CLIENT_FIELDS.find((one) => one.name === name);
  if (!field) throw new Error(`there is no field ${name}`);
  return parseFieldValue(field, text);
};
const NUMBERS = CLIENT_FIELDS.filter(({ isNumber }) => isNumber).map(({ name }) => name);

describe('numbers of a client', () => {
  it('are every SSN, the EIN, and the numbers of card and account', () => {
    expect(NUMBERS).toEqual(
      expect.arrayContaining(['ssn', 'spouse_ssn', 'dep1_ssn', 'dep4_ssn', 'ben1_ssn', 'ben4_ssn']),
    );
    expect(NUMBERS).toEqual(
      expect.arrayContaining(['business_ein', 'routing_number', 'account_number', 'card_number', 'cvc']),
    );
    expect(NUMBERS).toHaveLength(15);
  });

  it.each(NUMBERS)('%s takes digits, spaces and hyphens, and nothing else', (name) => {
    for (const value of ['123456789', '12-3456789', '219 09 9999', 219099999, ' 4111 1111 ']) {
      expect(read(name, value)).toMatchObject({ ok: true, value: String(value).trim() });
    }
    for (const value of ['abc', '12345678O', '<b>1</b>', '12/34', '=1+1', '١٢٣', '--']) {
      expect([value, read(name, value)]).toEqual([
        value,
        { ok: false, message: 'may hold digits, spaces and hyphens only' },
      ]);
    }
    expect(read(name, '')).toEqual({ ok: true, value: null });
  });

  it('say of a mask that it is one', () => {
    expect(read('ssn', '•••-••-6789')).toEqual({
      ok: false,
      message: 'holds mask characters; type the whole value',
    });
  });

  it('leave licences and passwords their letters', () => {
    expect(read('dl_or_ppnumber', 'M600-A12')).toMatchObject({ ok: true });
    expect(read('mp_pass', 'secret!')).toMatchObject({ ok: true });
  });
});
