import type { ItemizedCosts, TabMetadata } from '@ledgerline/contract/templates/schemas';

/** A price as typed; '' is no price. */
interface PricedOption {
  label: string;
  price: string;
}

interface PricedList {
  label: string;
  /** The check box required for its price to count; '' for none. */
  required: string;
  items: PricedOption[];
}

/** The options of a template's documents with their prices. */
export interface OptionPrices {
  checkboxes: PricedOption[];
  lists: PricedList[];
}

/** The valid part of a typed price: digits and one dot, at most two decimals (0§5; decisions F13). */
export function optionPriceText(typed: string): string {
  const [integer = '', ...rest] = typed.replaceAll(/[^\d.]/g, '').split('.');
  return rest.length === 0 ? integer : `${integer}.${rest.join('').slice(0, 2)}`;
}

/** The options in document order, labels trimmed, without blank and repeated ones (decisions F12). */
export function optionPrices(metadata: TabMetadata | null, costs: ItemizedCosts | null): OptionPrices {
  const checkboxPrices = pricesOf(costs?.checkboxTabs);
  const listPrices = new Map(Object.entries(costs?.listTabs ?? {}));
  const required = new Map(Object.entries(costs?.listTabDeps ?? {}));
  const lists = new Map(
    (metadata?.listTabs ?? []).map(({ tabLabel, listItems }) => [tabLabel.trim(), listItems]),
  );
  return {
    checkboxes: labelsOf((metadata?.checkboxTabs ?? []).map(({ tabLabel }) => tabLabel)).map((label) => ({
      label,
      price: priceText(checkboxPrices.get(label)),
    })),
    lists: labelsOf([...lists.keys()]).map((label) => {
      const prices = pricesOf(listPrices.get(label));
      const items = labelsOf(lists.get(label) ?? []);
      return {
        label,
        required: required.get(label) ?? '',
        items: items.map((item) => ({ label: item, price: priceText(prices.get(item)) })),
      };
    }),
  };
}

/** What is stored: typed prices merged over stored ones; prices of removed options stay (decisions F9, F11). */
export function itemizedCosts(options: OptionPrices, stored: ItemizedCosts | null): ItemizedCosts | null {
  const listPrices = new Map(Object.entries(stored?.listTabs ?? {}));
  const costs = {
    checkboxTabs: merged(stored?.checkboxTabs, options.checkboxes),
    listTabs: {
      ...stored?.listTabs,
      ...Object.fromEntries(
        options.lists
          .map(({ label, items }): [string, Record<string, number>] => [
            label,
            merged(listPrices.get(label), items),
          ])
          .filter(([label, prices]) => listPrices.has(label) || Object.keys(prices).length > 0),
      ),
    },
    listTabDeps: Object.fromEntries(
      [
        ...Object.entries(stored?.listTabDeps ?? {}).filter(
          ([label]) => !options.lists.some((list) => list.label === label),
        ),
        ...options.lists.map(({ label, required }) => [label, required] as const),
      ].filter(([, required]) => required !== ''),
    ),
  };
  const isEmpty = Object.values(costs).every((part) => Object.keys(part).length === 0);
  return isEmpty ? null : costs;
}

/** How many stored prices belong to removed options. */
export function vanishedPrices(options: OptionPrices, stored: ItemizedCosts | null): number {
  const boxes = Object.keys(stored?.checkboxTabs ?? {}).filter((label) => !has(options.checkboxes, label));
  const items = Object.entries(stored?.listTabs ?? {}).flatMap(([label, prices]) => {
    const list = options.lists.find((one) => one.label === label);
    return Object.keys(prices).filter((item) => !list || !has(list.items, item));
  });
  return boxes.length + items.length;
}

function merged(
  stored: Record<string, number> | undefined,
  typed: readonly PricedOption[],
): Record<string, number> {
  const retained = Object.entries(stored ?? {}).filter(([label]) => !has(typed, label));
  const priced = typed.filter(({ price }) => price !== '').map(({ label, price }) => [label, Number(price)]);
  return Object.fromEntries([...retained, ...priced]);
}

function has(options: readonly PricedOption[], label: string): boolean {
  return options.some((option) => option.label === label);
}

function labelsOf(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.trim()).filter(Boolean))];
}

function pricesOf(prices: Record<string, number> | undefined): Map<string, number> {
  return new Map(Object.entries(prices ?? {}));
}

function priceText(price: number | undefined): string {
  return price === undefined ? '' : price.toFixed(2);
}
