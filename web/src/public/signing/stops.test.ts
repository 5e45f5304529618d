import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import { describe, expect, it } from 'vitest';
import {
  commonLabel,
  isSettled,
  nextStop,
  noteOf,
  type SigningProgress,
  signingTotals,
  startValues,
  stepsOf,
  stopsOf,
} from './stops.ts';

function field(name: string, extras: Partial<SigningField> = {}): SigningField {
  const box = { page: 0, x: 10, y: 10, width: 100, height: 20 };
  const plain = { is_mine: true, is_own: true, required: false, value: null, options: [], multiline: false };
  return { name, kind: 'text', label: name, ...box, ...plain, ...extras };
}

const none: SigningProgress = { values: {}, visited: new Set(), signed: new Set() };

describe('the fields to visit', () => {
  it('are in reading order, each once, without fields of others and without set dates', () => {
    const stops = stopsOf([
      field('last', { page: 1 }),
      field('right', { y: 50, x: 200 }),
      field('left', { y: 50 }),
      field('left', { y: 400 }),
      field('date', { kind: 'date', value: '11/20/2026' }),
      field('advisor', { is_mine: false }),
    ]);
    expect(stops.map(({ name }) => name)).toEqual(['left', 'right', 'last']);
  });

  it('are incomplete until filled in or left empty on purpose', () => {
    const stops = stopsOf([
      field('name', { required: true }),
      field('extra', { kind: 'checkbox', y: 20 }),
      field('signature', { kind: 'signature', required: true, y: 30 }),
    ]);
    expect(nextStop(stops, null, none)?.name).toBe('name');
    expect(nextStop(stops, 'name', none)?.name).toBe('extra');
    const seen = { ...none, values: { name: 'Ana' }, visited: new Set(['name', 'extra']) };
    expect(nextStop(stops, 'extra', seen)?.name).toBe('signature');
    expect(nextStop(stops, 'signature', { ...seen, values: {} })?.name).toBe('name');
    expect(nextStop(stops, null, { ...seen, signed: new Set(['signature']) })).toBeNull();
  });

  it('stay incomplete if required and only visited or blank', () => {
    const [stop] = stopsOf([field('name', { required: true })]);
    if (!stop) throw new Error('there is one');
    expect(isSettled(stop, { ...none, visited: new Set(['name']) })).toBe(false);
    expect(isSettled(stop, { ...none, values: { name: '  ' } })).toBe(false);
  });

  it('exclude fields that an advisor may prefill for the client', () => {
    const stops = stopsOf([
      field('plan', { kind: 'checkbox', is_own: false }),
      field('signature', { kind: 'signature', required: true, y: 30 }),
      field('remark', { y: 40 }),
    ]);
    expect(stops.map(noteOf)).toEqual(['optional', 'required', null]);
    expect(stepsOf(stops).map(({ name }) => name)).toEqual(['signature', 'remark']);
  });

  it('start with the values of the document', () => {
    const fields = [
      field('name', { kind: 'name', value: 'Ana Diaz' }),
      field('box', { kind: 'checkbox', value: true }),
      field('signature', { kind: 'signature' }),
      field('theirs', { is_mine: false, value: 'x' }),
    ];
    expect(startValues(fields)).toEqual({ name: 'Ana Diaz', box: true });
  });
});

describe('the running total', () => {
  const pricing = {
    base_cost: 100,
    include_sales_tax: false,
    itemized_costs: {
      checkboxTabs: { Plan: 50 },
      listTabs: { Package: { Small: 10, Large: 30 } },
      listTabDeps: { Package: 'Plan' },
    },
    final_form_total: 100,
  };
  const fields = [
    field('plan', { kind: 'checkbox', label: 'Plan' }),
    field('package', { kind: 'list', label: 'Package', options: ['Small', 'Large'] }),
  ];

  it.each([
    [{ plan: false, package: '' }, 10_000],
    [{ plan: true, package: '' }, 15_000],
    [{ plan: false, package: 'Large' }, 10_000],
    [{ plan: true, package: 'Large' }, 18_000],
  ])('of %j is %i cents', (values, total_cents) => {
    expect(signingTotals({ pricing, fields }, values)?.total_cents).toBe(total_cents);
  });

  it("includes the other signer's choices, and is null without prices", () => {
    const theirs = [field('plan', { kind: 'checkbox', label: 'Plan', is_mine: false, value: true })];
    expect(signingTotals({ pricing, fields: theirs }, {})?.total_cents).toBe(15_000);
    const free = { base_cost: 0, include_sales_tax: false, itemized_costs: null, final_form_total: 0 };
    expect(signingTotals({ pricing: free, fields }, { plan: true })).toBeNull();
  });
});

describe('a standard field label', () => {
  it.each([
    ['Client signature', 'clientSignature', ''],
    ['client_signature_2', 'clientSignature', '2'],
    ['Client signed date', 'clientDate', ''],
    ['Advisor name', 'advisorName', ''],
  ])('%s is known in every language', (label, key, number) => {
    expect(commonLabel(label)).toEqual({ key, number });
  });

  it.each(['Initials of the client', 'Client first name', 'Signature of the witness'])(
    '%s is a label of the document itself',
    (label) => {
      expect(commonLabel(label)).toBeNull();
    },
  );
});
