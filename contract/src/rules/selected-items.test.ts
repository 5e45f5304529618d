import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectedItemsTotals } from './selected-items.ts';

const itemized_costs = {
  checkboxTabs: { Plan: 100, Review: 0.1 },
  listTabs: { Package: { Basic: 50, Premier: 250.2 } },
  listTabDeps: { Package: 'Plan' },
};

describe('the chosen options of a form', () => {
  it.each([
    ['costs the base when nothing is selected', {}, 12_500, 0],
    ['a check box adds its price', { checkboxTabs: { Plan: true } }, 22_500, 10_000],
    ['an unchecked box adds nothing', { checkboxTabs: { Plan: false } }, 12_500, 0],
    [
      'a list counts with its check box',
      { checkboxTabs: { Plan: true }, listTabs: { Package: 'Basic' } },
      27_500,
      15_000,
    ],
    ['a list without its check box costs nothing', { listTabs: { Package: 'Premier' } }, 12_500, 0],
    ['an option without a price costs nothing', { checkboxTabs: { Other: true } }, 12_500, 0],
    [
      'labels that are properties of every object cost nothing',
      { checkboxTabs: { constructor: true }, listTabs: { toString: 'valueOf', Package: 'constructor' } },
      12_500,
      0,
    ],
    [
      'an empty list item is none',
      { checkboxTabs: { Plan: true }, listTabs: { Package: '' } },
      22_500,
      10_000,
    ],
  ])('%s', (_, choices, total_cents, selected_items_cents) => {
    const totals = selectedItemsTotals({ itemized_costs, choices, base_cents: 12_500 });
    expect(totals).toMatchObject({ total_cents, selected_items_cents, tax_cents: 0 });
  });

  it('adds sales tax once on base and options', () => {
    const choices = { checkboxTabs: { Plan: true, Review: true }, listTabs: { Package: 'Premier' } };
    const totals = selectedItemsTotals({ itemized_costs, choices, base_cents: 0, include_sales_tax: true });
    expect(totals).toMatchObject({ selected_items_cents: 35_030, tax_cents: 2452, total_cents: 37_482 });
    expect(totals.items.map(({ label, item }) => [label, item])).toEqual([
      ['Plan', null],
      ['Review', null],
      ['Package', 'Premier'],
    ]);
  });

  it('is the sum of its parts, to the cent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer({ min: 0, max: 99_999_999 })), (cents) => {
        const checkboxTabs = Object.fromEntries(
          Object.entries(cents).map(([label, price]) => [label, price / 100]),
        );
        const choices = {
          checkboxTabs: Object.fromEntries(Object.keys(cents).map((label) => [label, true])),
        };
        const sum = Object.values(cents).reduce((total, price) => total + price, 0);
        expect(selectedItemsTotals({ itemized_costs: { checkboxTabs }, choices }).selected_items_cents).toBe(
          sum,
        );
      }),
    );
  });
});
