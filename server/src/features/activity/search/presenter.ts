import { dateDisplay, moneyDisplay, phoneDisplay, taskDueText } from '@ledgerline/contract/rules';
import type { SearchRow } from '@ledgerline/contract/search/endpoints';
import type { FoundClient, FoundItem } from './queries.ts';
import type { ItemKind } from './sources/queries.ts';

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');

export function clientRow({ id, name, email, phone }: FoundClient): SearchRow {
  return {
    id,
    title: name ?? 'Unnamed client',
    subtitle: joined(email, phone && phoneDisplay(phone)),
    client_id: id,
  };
}

/** `today` is the brokerage's day, 'YYYY-MM-DD'. */
export function itemRow(kind: ItemKind, found: FoundItem, today: string): SearchRow {
  const { id, title, client_id } = found;
  return { id, title: title || 'Untitled', subtitle: subtitleOf(kind, found, today), client_id };
}

function subtitleOf(kind: ItemKind, { person, detail, day, amount_cents }: FoundItem, today: string): string {
  if (kind === 'invoice')
    return joined(detail, person, amount_cents === null ? null : moneyDisplay(amount_cents));
  if (kind === 'template') return joined(detail, person);
  if (kind === 'task')
    return joined(day && `due ${taskDueText({ due_day: day, due_time: detail, today })}`, person);
  return joined(person, day && dateDisplay(day));
}
