import { describe, expect, it } from 'vitest';
import { itemizedCosts, optionPrices, optionPriceText, vanishedPrices } from './option-prices.ts';

describe('a typed option price', () => {
  it.each([
    ['1a2.5', '12.5'],
    ['$1,234.50', '1234.50'],
    ['1.2.3', '1.23'],
    ['12.345', '12.34'],
    ['-5', '5'],
    ['.5', '.5'],
    ['7.', '7.'],
    ['abc', ''],
    ['', ''],
  ])('%j keeps digits and one dot with two decimals: %j', (typed, expected) => {
    expect(optionPriceText(typed)).toBe(expected);
  });
});

const METADATA = {
  checkboxTabs: [{ tabLabel: ' Tax planning ' }, { tabLabel: 'Tax planning' }, { tabLabel: ' ' }],
  listTabs: [{ tabLabel: 'Meetings', listItems: ['Monthly', '', 'Monthly', ' Quarterly '] }],
};
const STORED = {
  checkboxTabs: { 'Tax planning': 50, Gone: 7 },
  listTabs: { Meetings: { Monthly: 10.5, Daily: 99 }, Old: { One: 1 } },
  listTabDeps: { Meetings: 'Tax planning', Old: 'Gone' },
};

describe('the options of a document', () => {
  it('are its labels trimmed, without blank and repeated ones, with their stored prices', () => {
    expect(optionPrices(METADATA, STORED)).toEqual({
      checkboxes: [{ label: 'Tax planning', price: '50.00' }],
      lists: [
        {
          label: 'Meetings',
          required: 'Tax planning',
          items: [
            { label: 'Monthly', price: '10.50' },
            { label: 'Quarterly', price: '' },
          ],
        },
      ],
    });
  });

  it('store typed prices and keep the prices of removed options', () => {
    const options = optionPrices(METADATA, STORED);
    const typed = {
      checkboxes: [{ label: 'Tax planning', price: '' }],
      lists: options.lists.map((list) => ({
        ...list,
        required: '',
        items: [
          { label: 'Monthly', price: '12' },
          { label: 'Quarterly', price: '.5' },
        ],
      })),
    };
    expect(itemizedCosts(typed, STORED)).toEqual({
      checkboxTabs: { Gone: 7 },
      listTabs: { Meetings: { Daily: 99, Monthly: 12, Quarterly: 0.5 }, Old: { One: 1 } },
      listTabDeps: { Old: 'Gone' },
    });
    expect(vanishedPrices(options, STORED)).toBe(3);
  });

  it('are stored as nothing without any price', () => {
    expect(itemizedCosts(optionPrices(METADATA, null), null)).toBeNull();
    expect(vanishedPrices(optionPrices(METADATA, null), null)).toBe(0);
  });

  it('accept labels that are property names of every object', () => {
    const metadata = { checkboxTabs: [{ tabLabel: 'constructor' }], listTabs: [] };
    expect(optionPrices(metadata, null).checkboxes).toEqual([{ label: 'constructor', price: '' }]);
  });
});
