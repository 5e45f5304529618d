import {
  type Account,
  accountNamed,
  centsToDollars,
  dollarsToCents,
  FORM_TYPES,
  formLinkId,
} from '@ledgerline/contract/rules';
import type { ItemizedCosts, TabMetadata } from '@ledgerline/contract/templates/schemas';
import { findWebForm, WEB_FORMS, type WebFormEntry } from '@ledgerline/contract/web-forms/registry';

export type TemplateType = (typeof FORM_TYPES)[number];

const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();

/** The one stored spelling of a type, ignoring blanks and case (decisions F1); null for text that names none. */
export function templateTypeOf(text: string): TemplateType | null {
  return FORM_TYPES.find((type) => bare(type) === bare(text)) ?? null;
}

/** The requested web form: by its id, or by its name or title. */
export function requestedWebForm(linkId: string, names: readonly string[]): WebFormEntry | undefined {
  const id = findWebForm(linkId)?.id;
  const bareNames = names.map(bare);
  return WEB_FORMS.find((form) =>
    linkId === ''
      ? bareNames.includes(bare(form.title)) || bareNames.includes(bare(form.id))
      : form.id === id,
  );
}

/** An unused link id created from a name: `plan`, `plan-2`, `plan-3` … */
export function freeLinkId(name: string, taken: readonly string[]): string {
  const wanted = linkIdStart(name);
  const used = new Set(taken);
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? wanted : `${wanted}-${n}`;
    if (!used.has(candidate)) return candidate;
  }
}

const MAX_LINK_ID_LENGTH = 100;

/** The common prefix of every link id created from this name; names without a letter or digit become `form`. */
export function linkIdStart(name: string): string {
  return formLinkId(formLinkId(name).slice(0, MAX_LINK_ID_LENGTH)) || 'form';
}

/** `square_account` takes precedence over `merchant`; without it, a merchant that names an account is used (decisions F16). */
export function accountFrom(input: {
  square_account?: Account | undefined;
  merchant?: string | undefined;
}): Account | undefined {
  return input.square_account ?? accountNamed(input.merchant?.trim().toUpperCase())?.value;
}

/** Prices in whole cents; labels trimmed, blank ones dropped (decisions F8, F12). */
export function cleanCosts(costs: ItemizedCosts): ItemizedCosts {
  return {
    checkboxTabs: pricesByLabel(costs.checkboxTabs),
    listTabs: Object.fromEntries(
      labeled(costs.listTabs).map(([label, items]) => [label, pricesByLabel(items)]),
    ),
    listTabDeps: Object.fromEntries(
      labeled(costs.listTabDeps)
        .map(([label, box]) => [label, box.trim()])
        .filter(([, box]) => box !== ''),
    ),
  };
}

function pricesByLabel(prices: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    labeled(prices).map(([label, price]) => [label, centsToDollars(dollarsToCents(price))]),
  );
}

function labeled<Value>(entries: Record<string, Value>): [string, Value][] {
  return Object.entries(entries)
    .map(([label, value]): [string, Value] => [label.trim(), value])
    .filter(([label]) => label !== '');
}

/** Tabs as a provider reports them; the parts that only the provider writes are read-only. */
type StoredTabs = Omit<TabMetadata, 'otherTabs'> & {
  otherTabs?: Readonly<Record<string, { tabLabel: string }[]>> | undefined;
};

/** The options of a document: labels and items trimmed, blanks and duplicates dropped (decisions F12). */
export function cleanTabs({ otherTabs, ...tabs }: StoredTabs): TabMetadata {
  return {
    checkboxTabs: distinct(tabs.checkboxTabs.map(({ tabLabel }) => tabLabel)).map((tabLabel) => ({
      tabLabel,
    })),
    listTabs: distinct(tabs.listTabs.map(({ tabLabel }) => tabLabel)).map((tabLabel) => ({
      tabLabel,
      listItems: distinct(
        tabs.listTabs.filter((tab) => tab.tabLabel.trim() === tabLabel).flatMap(({ listItems }) => listItems),
      ),
    })),
    ...(otherTabs && Object.keys(otherTabs).length > 0 ? { otherTabs: { ...otherTabs } } : {}),
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
