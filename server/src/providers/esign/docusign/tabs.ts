import type { EnvelopeState, EsignTemplate } from '#platform/ports/esign.ts';
import { prefillNames } from '../builtin/field-names.ts';
import type { Tab, Tabs } from './wire.ts';

type Choices = EnvelopeState['choices'];

const CHECKBOXES = 'checkboxTabs';
const LISTS = 'listTabs';

/**
 * The tabs of all signers as pricing and previews use them: check boxes and lists once per label, in document order;
 * `documentIds` is the order of the documents. Types without a price are recorded by their labels.
 */
export function tabsOf(signers: readonly Tabs[], documentIds: readonly string[]): EsignTemplate['tabs'] {
  const inOrder = (kind: string) =>
    signers.flatMap((tabs) => tabs.get(kind) ?? []).sort((one, other) => compare(one, other, documentIds));
  const kinds = new Set(signers.flatMap((tabs) => [...tabs.keys()]));
  kinds.delete(CHECKBOXES);
  kinds.delete(LISTS);
  const listTabs = distinct(inOrder(LISTS)).map(([tabLabel, same]) => ({
    tabLabel,
    listItems: [...new Set(same.flatMap(itemsOf))],
  }));
  return {
    checkboxTabs: distinct(inOrder(CHECKBOXES)).map(([tabLabel]) => ({ tabLabel })),
    listTabs,
    otherTabs: Object.fromEntries(
      [...kinds].sort().map((kind) => [kind, distinct(inOrder(kind)).map(([tabLabel]) => ({ tabLabel }))]),
    ),
  };
}

/** By document, page, top to bottom, left to right. */
function compare(one: Tab, other: Tab, documentIds: readonly string[]): number {
  const sortKey = (tab: Tab) => [
    documentIds.indexOf(tab.documentId),
    Number(tab.pageNumber) || 0,
    Number(tab.yPosition) || 0,
    Number(tab.xPosition) || 0,
  ];
  const [mine, theirs] = [sortKey(one), sortKey(other)];
  return mine.map((value, axis) => value - (theirs[axis] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Tabs with the same label have the same value in several positions. */
function distinct(tabs: readonly Tab[]): [label: string, same: Tab[]][] {
  return [...Map.groupBy(tabs, labelOf)].filter(([label]) => label !== '');
}

/** Radio buttons and groups of check boxes have their own names. */
function labelOf({ tabLabel, groupName, groupLabel, name }: Tab): string {
  return [tabLabel, groupName, groupLabel, name].map((text) => text.trim()).find(Boolean) ?? '';
}

/** The texts shown in a list; DocuSign may store other values for them. */
function itemsOf({ listItems }: Tab): string[] {
  return listItems.map(({ text, value }) => text.trim() || value.trim()).filter(Boolean);
}

/** The checked boxes and selected items of these tabs; a list without a selection is omitted. */
export function choicesOf(signers: readonly Tabs[]): Choices {
  const choices: Choices = { checkboxTabs: {}, listTabs: {} };
  for (const tabs of signers) {
    for (const tab of tabs.get(CHECKBOXES) ?? []) {
      const label = labelOf(tab);
      const isChecked = tab.selected.toLowerCase() === 'true';
      if (label) choices.checkboxTabs[label] = isChecked || choices.checkboxTabs[label] === true;
    }
    for (const tab of tabs.get(LISTS) ?? []) {
      const chosen = chosenText(tab);
      if (chosen) choices.listTabs[labelOf(tab)] = chosen;
    }
  }
  return choices;
}

function chosenText({ listItems, listSelectedValue, value }: Tab): string {
  const stored = value.trim() || listSelectedValue.trim();
  const item =
    listItems.find(
      (each) => stored !== '' && (each.value.trim() === stored || each.text.trim() === stored),
    ) ?? listItems.find((each) => stored === '' && each.selected.toLowerCase() === 'true');
  return item?.text.trim() || stored;
}

/** The prefilled values for a signer: only tabs that their role in the template has. */
export function filledTabs(
  tabs: Tabs,
  prefill: Readonly<Record<string, string>>,
  choices: Choices | undefined,
): Record<string, Record<string, string>[]> {
  const filled = {
    textTabs: once(tabs.get('textTabs') ?? []).flatMap((tab) => {
      const value = prefillFor(tab, prefill);
      return value === null ? [] : [{ tabLabel: tab.tabLabel, value }];
    }),
    checkboxTabs: once(tabs.get(CHECKBOXES) ?? []).flatMap((tab) => {
      const isChecked = choices?.checkboxTabs[labelOf(tab)];
      return isChecked === undefined ? [] : [{ tabLabel: tab.tabLabel, selected: String(isChecked) }];
    }),
    listTabs: once(tabs.get(LISTS) ?? []).flatMap((tab) => {
      const wanted = choices?.listTabs[labelOf(tab)]?.trim();
      const item = tab.listItems.find(({ text, value }) => (text.trim() || value.trim()) === wanted);
      return item ? [{ tabLabel: tab.tabLabel, value: item.value || item.text }] : [];
    }),
  };
  return Object.fromEntries(Object.entries(filled).filter(([, entries]) => entries.length > 0));
}

/** DocuSign fills in every tab with a label; tabs without one cannot be addressed. */
function once(tabs: readonly Tab[]): Tab[] {
  const labeled = tabs.filter(({ tabLabel }) => tabLabel.trim() !== '');
  return [...new Map(labeled.map((tab) => [tab.tabLabel, tab])).values()];
}

/** A text that does not fit is left to the signer instead of being truncated. */
function prefillFor({ tabLabel, maxLength }: Tab, prefill: Readonly<Record<string, string>>): string | null {
  const name = prefillNames(tabLabel).find((each) => Object.hasOwn(prefill, each));
  const text = name === undefined ? '' : (prefill[name]?.trim() ?? '');
  const longest = Number(maxLength) || Number.POSITIVE_INFINITY;
  return text !== '' && text.length <= longest ? text : null;
}
