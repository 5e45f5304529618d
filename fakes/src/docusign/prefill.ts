import type { FakeRecipient, Tab, Tabs } from './books.ts';
import type { SentTab } from './envelope-definition.ts';

/** Kinds that accept no value from a sender. */
const NOT_FILLED = ['signHereTabs', 'initialHereTabs', 'dateSignedTabs', 'fullNameTabs', 'tabGroups'];

/**
 * Writes the sender's values into all tabs of a role with the same kind and label. Returns the values without a matching
 * tab, which the live API silently drops.
 */
export function prefill(recipient: FakeRecipient, sent: Record<string, SentTab[]>): string[] {
  const ignored: string[] = [];
  for (const [kind, tabs] of Object.entries(sent)) {
    for (const tab of tabs) {
      const label = (kind === 'radioGroupTabs' ? tab.groupName : tab.tabLabel) ?? '';
      if (!fill(recipient.tabs, kind, label, tab)) {
        ignored.push(`${recipient.roleName}: ${kind} ${label || '(without label)'}`);
      }
    }
  }
  return ignored;
}

function fill(tabs: Tabs, kind: string, label: string, sent: SentTab): boolean {
  if (NOT_FILLED.includes(kind) || label === '') return false;
  const own = (tabs[kind] ?? []).filter((tab) => (tab.tabLabel ?? tab.groupName) === label);
  return own.length > 0 && own.every((tab) => setTab(kind, tab, sent));
}

function setTab(kind: string, tab: Tab, sent: SentTab): boolean {
  if (kind === 'checkboxTabs') {
    if (sent.selected !== 'true' && sent.selected !== 'false') return false;
    tab.selected = sent.selected;
    return true;
  }
  if (kind === 'listTabs') return choose(tab, sent.value ?? chosen(sent.listItems));
  if (kind === 'radioGroupTabs') return pick(tab, sent.value ?? chosen(sent.radios));
  if (sent.value === undefined) return false;
  tab.value = sent.value;
  return true;
}

/** Selects the item with that value; false if the list has none. */
export function choose(tab: Tab, value: string | undefined): boolean {
  if (!tab.listItems?.some((item) => item.value === value)) return false;
  tab.value = value;
  for (const item of tab.listItems) item.selected = String(item.value === value);
  return true;
}

export function pick(tab: Tab, value: string | undefined): boolean {
  if (!tab.radios?.some((radio) => radio.value === value)) return false;
  tab.value = value;
  for (const radio of tab.radios) radio.selected = String(radio.value === value);
  return true;
}

function chosen(items: { value?: string; selected?: string }[] | undefined): string | undefined {
  return items?.find(({ selected }) => selected === 'true')?.value;
}
