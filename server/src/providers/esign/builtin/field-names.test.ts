import { describe, expect, it } from 'vitest';
import { meaningOf, plainName, prefillNames, recipientsOf, uniqueLabels } from './field-names.ts';

describe('field names', () => {
  it.each([
    ['client_signature', false, 'signature', 'client'],
    ['Client Signature', false, 'signature', 'client'],
    ['topmostSubform[0].Page1[0].ClientSignature[0]', false, 'signature', 'client'],
    ['client_signature_2', false, 'signature', 'client'],
    ['advisor_signature', true, 'signature', 'advisor'],
    ['advisor_date', false, 'date', 'advisor'],
    ['client_signature_date', false, 'date', 'client'],
    ['client_date_signed', false, 'date', 'client'],
    ['client_name', false, 'name', 'client'],
    ['advisor_printed_name', false, 'name', 'advisor'],
    ['client_first_name', false, 'plain', 'client'],
    ['client_last_name', false, 'plain', 'client'],
    ['advisor_npn', false, 'plain', 'advisor'],
    ['effective_date', false, 'plain', null],
    ['spouse_name', false, 'plain', null],
    ['dob', false, 'plain', null],
    ['Signature1', true, 'signature', 'client'],
    ['signature', true, 'signature', 'client'],
    ['spouse_signature', true, 'signature', null],
    ['spouse_signature', false, 'plain', null],
  ])('parses %s (digital signature field: %s) as %s of %s', (name, isSignatureField, kind, owner) => {
    expect(meaningOf(name, isSignatureField)).toEqual({ kind, owner });
  });

  it('finds the plain name inside a path', () => {
    expect(plainName('form1[0].#subform[0].Primary Email[0]')).toBe('primary_email');
  });

  it('prefills by the exact name first and by the name without its number last', () => {
    expect(prefillNames('name_of_rx1')).toEqual(['name_of_rx1', 'name_of_rx1', 'name_of_rx1']);
    expect(prefillNames('address_2').at(-1)).toBe('address');
  });

  it('labels fields by tooltip, then by the name in words, and by full name when two labels would be equal', () => {
    const labels = uniqueLabels([
      { name: 'financial_plan', tooltip: ' Financial plan ' },
      { name: 'tax_planning_review', tooltip: null },
      { name: 'a.box', tooltip: 'Box' },
      { name: 'b.box', tooltip: 'Box' },
    ]);
    expect([...labels.values()]).toEqual(['Financial plan', 'Tax planning review', 'a.box', 'b.box']);
  });

  it('returns the signers that have a signature field, the advisor first', () => {
    const signature = { kind: 'signature' } as const;
    expect(
      recipientsOf([
        { ...signature, owner: 'client' },
        { ...signature, owner: 'advisor' },
      ]),
    ).toEqual(['advisor', 'client']);
    expect(
      recipientsOf([
        { ...signature, owner: 'client' },
        { kind: 'name', owner: 'advisor' },
      ]),
    ).toEqual(['client']);
    expect(recipientsOf([{ ...signature, owner: null }])).toEqual([]);
  });
});
