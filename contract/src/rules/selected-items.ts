import type { Flag } from './blank.ts';
import { templateSalesTax } from './invoice-totals.ts';
import { dollarsToCents } from './money.ts';

/** Prices of options in dollars, as decisions F9 has them. */
type Prices = {
  checkboxTabs?: Readonly<Record<string, number>>;
  listTabs?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** List tab → the check box that is required for its price to count. */
  listTabDeps?: Readonly<Record<string, string>>;
};

/** The check boxes with their state, and the selected entry of each list. */
export type OptionChoices = {
  checkboxTabs?: Readonly<Record<string, boolean>>;
  listTabs?: Readonly<Record<string, string>>;
};

/** One selected option; `item` is the selected list entry. `price` in dollars (decisions F8). */
export type SelectedItem = { kind: 'checkbox' | 'list'; label: string; item: string | null; price: number };

/**
 * The options that count, and the form's cost with them (0§9): base cost plus options, tax on their sum if requested. All `_cents` are
 * cents. A list's price needs its required check box (TE-111); options without a price cost nothing; prices of options that the document no
 * longer has are ignored (decisions F11).
 */
export function selectedItemsTotals(input: {
  itemized_costs?: Prices | null;
  choices?: OptionChoices | null;
  base_cents?: number | null;
  include_sales_tax?: Flag;
}): { items: SelectedItem[]; selected_items_cents: number; tax_cents: number; total_cents: number } {
  const prices = input.itemized_costs ?? {};
  const checked = new Set(
    Object.entries(input.choices?.checkboxTabs ?? {}).flatMap(([label, isOn]) => (isOn ? [label] : [])),
  );
  const boxes = [...checked].map(
    (label): SelectedItem => ({
      kind: 'checkbox',
      label,
      item: null,
      price: priceOf(prices.checkboxTabs, label),
    }),
  );
  const lists = Object.entries(input.choices?.listTabs ?? {}).flatMap(([label, item]): SelectedItem[] => {
    const needed = own(prices.listTabDeps, label);
    const counts = item.trim() !== '' && (!needed || checked.has(needed));
    return counts ? [{ kind: 'list', label, item, price: priceOf(own(prices.listTabs, label), item) }] : [];
  });
  const items = [...boxes, ...lists];
  const selected_items_cents = items.reduce((sum, { price }) => sum + dollarsToCents(price), 0);
  const { base_cents, include_sales_tax } = input;
  return {
    items,
    selected_items_cents,
    ...templateSalesTax({ base_cents, itemized_cents: selected_items_cents, include_sales_tax }),
  };
}

function priceOf(prices: Readonly<Record<string, number>> | undefined, label: string): number {
  return own(prices, label) ?? 0;
}

/** Labels come from documents: a label such as `constructor` must not match an inherited property. */
function own<Value>(values: Readonly<Record<string, Value>> | undefined, label: string): Value | undefined {
  return values && Object.hasOwn(values, label) ? values[label] : undefined;
}
