import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, it } from 'vitest';
import { blankValue, catalogInput, planChanges } from './rules.ts';

const POLICY = { rejectsCardSecurityCode: false, agents: [], today: '2026-11-26' };
const plan = (stored: Partial<Record<FieldName, string | number>>, body: Record<string, unknown>) => {
  const { changes, errors } = planChanges(
    (name) => stored[name] ?? blankValue(name),
    catalogInput(body),
    POLICY,
  );
  return { changes: changes.map(({ field, to }) => [field.name, to]), errors };
};

describe('reading a body', () => {
  it('maps the older names of email and phone to the stored ones', () => {
    expect([...catalogInput({ client_email: 'a@b.c', client_phone: '5' })]).toEqual([
      [fieldNamed('primary_email'), 'a@b.c'],
      [fieldNamed('primary_phone'), '5'],
    ]);
  });

  it('prefers the stored name where both are sent', () => {
    for (const body of [
      { client_email: 'old@b.c', primary_email: 'new@b.c' },
      { primary_email: 'new@b.c', client_email: 'old@b.c' },
    ]) {
      expect([...catalogInput(body)]).toEqual([[fieldNamed('primary_email'), 'new@b.c']]);
    }
  });

  it('omits read-only keys and keys without a value', () => {
    expect(catalogInput({ id: 5, created_at: 'x', updated_at: 'y', address: undefined }).size).toBe(0);
  });
});

describe('detecting changes', () => {
  it('finds none for a value that is sent back as read, including masks and outdated texts', () => {
    const stored = { ssn: '•••-••-6789', primary_phone: '555.123.4567 x9', agi: 12.5, address: 'Here' };
    expect(plan(stored, stored)).toEqual({ changes: [], errors: [] });
    expect(plan(stored, { address: '  Here ' })).toEqual({ changes: [], errors: [] });
  });

  it('rejects an edited mask', () => {
    const { changes, errors } = plan({ ssn: '•••-••-6789' }, { ssn: '•••-••-6780' });
    expect([changes, errors[0]?.path]).toEqual([[], 'ssn']);
  });

  it.each([
    ['dob', '5/31/1990', '1990-05-31'],
    ['dob', '1990-05-31', '1990-05-31'],
    ['agi', '$1,234.5', 1234.5],
    ['cigna', 12.5, 12.5],
    ['ben1_pct', '50%', 50],
    ['status', 'LEAD', 'lead'],
    ['routing_number', '021000021', '021000021'],
    ['notes', '<p><br></p>', ''],
    ['height', 6, '6'],
  ])('reads %s %j as %j', (field, typed, value) => {
    const stored = field === 'notes' ? { notes: '<p>x</p>' } : {};
    expect(plan(stored, { [field]: typed })).toEqual({ changes: [[field, value]], errors: [] });
  });

  it.each([
    ['dob', '13/45/1990', 'must be a date such as 05/31/1990'],
    ['agi', 'much', 'must be an amount such as 1234.50'],
    ['ben1_pct', '101', 'must be a percentage from 0 to 100'],
    ['status', 'gone', 'must be one of new, client, lead, inactive'],
    ['primary_email', 'abc', 'Please enter a valid email address'],
    ['primary_phone', '555.123.4567', 'Please enter a valid phone number'],
    ['link_to_pdf', 'javascript:alert(1)', 'must be a web address starting with https://'],
    ['address', 'x'.repeat(501), 'must be at most 500 characters'],
  ])('rejects %s %j', (field, typed, message) => {
    expect(plan({}, { [field]: typed })).toEqual({ changes: [], errors: [{ path: field, message }] });
  });

  it('empties with null and with the empty text, and an emptied status is new', () => {
    for (const empty of [null, '', '  ']) {
      expect(plan({ dob: '1990-05-31' }, { dob: empty }).changes).toEqual([['dob', null]]);
      expect(plan({ status: 'lead' }, { status: empty }).changes).toEqual([['status', 'new']]);
    }
  });

  it('rejects a card security code if the brokerage stores none, but allows emptying one', () => {
    const policy = { ...POLICY, rejectsCardSecurityCode: true };
    expect(planChanges(blankValue, catalogInput({ cvc: '123' }), policy).errors[0]?.path).toBe('cvc');
    const stored = planChanges(() => '••••', catalogInput({ cvc: '' }), policy);
    expect([stored.errors, stored.changes.map(({ to }) => to)]).toEqual([[], [null]]);
  });
});
