import { describe, expect, it } from 'vitest';
import { choicesOf, filledTabs, tabsOf } from './tabs.ts';
import { tabsSchema } from './wire.ts';

const schedule = {
  tabLabel: 'fee_schedule',
  pageNumber: 1,
  yPosition: '50',
  value: 'quarterly',
  listItems: [
    { text: 'Monthly', value: 'monthly', selected: 'false' },
    { text: 'Quarterly', value: 'quarterly', selected: 'true' },
  ],
};
const box = (tabLabel: string | null, position: object, selected = 'false') => ({
  tabLabel,
  selected,
  ...position,
});

const advisor = tabsSchema.parse({
  checkboxTabs: [
    box('late', { documentId: '2', pageNumber: '1', yPosition: '10' }),
    box('same', { documentId: '1', pageNumber: '1', yPosition: '90', xPosition: '10' }, 'true'),
  ],
  signHereTabs: [{ tabLabel: 'Advisor Signature', pageNumber: '1' }],
  prefillTabs: { textTabs: [] },
});
const client = tabsSchema.parse({
  checkboxTabs: [
    box('right', { documentId: '1', pageNumber: '1', yPosition: '20', xPosition: '200' }),
    box('left', { documentId: '1', pageNumber: 1, yPosition: '20', xPosition: '90' }),
    box('same', { documentId: '1', pageNumber: '1', yPosition: '95' }),
    box(null, { name: 'Tax planning', documentId: '1', pageNumber: '2', yPosition: '5' }),
  ],
  listTabs: [schedule],
  textTabs: [
    { tabLabel: 'client_first_name', maxLength: 4000 },
    { tabLabel: 'client_first_name' },
    { tabLabel: 'City', maxLength: '5' },
    { tabLabel: 'state', maxLength: '2' },
  ],
  radioGroupTabs: [{ groupName: 'risk_profile', radios: [] }],
  tabGroups: [{ groupLabel: 'services' }],
  numericalTabs: [{ tabLabel: 'household_size', numericalValue: 2 }],
});

describe('template tabs', () => {
  const tabs = tabsOf([advisor, client], ['1', '2']);

  it('are listed once per label in document order', () => {
    expect(tabs.checkboxTabs.map(({ tabLabel }) => tabLabel)).toEqual([
      'left',
      'right',
      'same',
      'Tax planning',
      'late',
    ]);
  });

  it('list the texts shown to people', () => {
    expect(tabs.listTabs).toEqual([{ tabLabel: 'fee_schedule', listItems: ['Monthly', 'Quarterly'] }]);
  });

  it('of other types are recorded by name', () => {
    expect(tabs.otherTabs).toEqual({
      numericalTabs: [{ tabLabel: 'household_size' }],
      radioGroupTabs: [{ tabLabel: 'risk_profile' }],
      signHereTabs: [{ tabLabel: 'Advisor Signature' }],
      tabGroups: [{ tabLabel: 'services' }],
      textTabs: [{ tabLabel: 'client_first_name' }, { tabLabel: 'City' }, { tabLabel: 'state' }],
    });
  });

  it('may be absent', () => {
    expect(tabsOf([tabsSchema.parse(null)], [])).toEqual({ checkboxTabs: [], listTabs: [], otherTabs: {} });
  });
});

describe('choices', () => {
  it('include checked boxes, a label checked anywhere counting, and the texts of the selected items', () => {
    expect(choicesOf([advisor, client])).toEqual({
      checkboxTabs: { late: false, same: true, right: false, left: false, 'Tax planning': false },
      listTabs: { fee_schedule: 'Quarterly' },
    });
  });

  it.each([
    ['the stored value', { value: 'monthly' }, 'Monthly'],
    ['the text as value', { value: 'Monthly' }, 'Monthly'],
    ['the selected value', { value: '', listSelectedValue: 'monthly' }, 'Monthly'],
    ['the marker on the item', { value: null }, 'Quarterly'],
    ['a value that no item has', { value: 'yearly' }, 'yearly'],
  ])('are read from %s', (_, change, text) => {
    const tabs = tabsSchema.parse({ listTabs: [{ ...schedule, ...change }] });
    expect(choicesOf([tabs]).listTabs).toEqual({ fee_schedule: text });
  });

  it('omit a list without a selection', () => {
    const listItems = [{ text: 'Monthly', value: 'monthly', selected: 'false' }];
    const tabs = tabsSchema.parse({ listTabs: [{ tabLabel: 'fee_schedule', value: '', listItems }] });
    expect(choicesOf([tabs]).listTabs).toEqual({});
  });
});

describe('prefilled tabs', () => {
  it('are values of the client record and choices, only in tabs of the role, and only values that fit', () => {
    const prefill = { client_first_name: ' Ana ', city: 'Boston', state: 'MA', zip: '02134' };
    const choices = { checkboxTabs: { left: true, late: true }, listTabs: { fee_schedule: 'Monthly' } };
    expect(filledTabs(client, prefill, choices)).toEqual({
      textTabs: [
        { tabLabel: 'client_first_name', value: 'Ana' },
        { tabLabel: 'state', value: 'MA' },
      ],
      checkboxTabs: [{ tabLabel: 'left', selected: 'true' }],
      listTabs: [{ tabLabel: 'fee_schedule', value: 'monthly' }],
    });
  });

  it('are empty when nothing is known', () => {
    expect(filledTabs(client, { unknown: 'x' }, undefined)).toEqual({});
    const choices = { checkboxTabs: {}, listTabs: { fee_schedule: 'Yearly' } };
    expect(filledTabs(client, {}, choices)).toEqual({});
  });
});
