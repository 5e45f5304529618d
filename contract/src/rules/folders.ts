import { isBlank, lowerWord } from './blank.ts';
import { nameError } from './names.ts';

type Id = number | string;

const NAMES = new Intl.Collator('en', { sensitivity: 'base' });

/** Validation error for a folder name, in the exact words of the specification; names are compared trimmed and without case (0§5). */
export function folderNameError(input: {
  action: 'new' | 'rename';
  name: string | null | undefined;
  own_label?: string | null;
  other_labels: readonly string[];
}): string | null {
  const isNew = input.action === 'new';
  const name = lowerWord(input.name);
  if (!isNew && name !== '' && name === lowerWord(input.own_label)) return null;
  return nameError(name, input.other_labels, {
    empty: isNew ? 'Please enter a folder name' : 'Folder name cannot be empty',
    taken: 'A folder with this name already exists',
  });
}

/** Highest priority plus one, 1 for the first folder (0§4, decisions F4). */
export function newFolderPriority(input: { existing_priorities: ReadonlyArray<number | null> }): number {
  return input.existing_priorities.reduce<number>((top, next) => Math.max(top, next ?? 0), 0) + 1;
}

/** Folders in their new order (ids, or rows with an id) numbered from 1 (0§4). */
export function renumberFolders<T extends Id>(input: {
  order: ReadonlyArray<T | { id: T }>;
}): Array<{ id: T; priority: number }> {
  return input.order.map((entry, index) => ({
    id: typeof entry === 'object' ? entry.id : entry,
    priority: index + 1,
  }));
}

/** Forms of one folder numbered from 1, by display_order (empty last), then agent name (0§4). */
export function renumberForms<T extends Id>(input: {
  forms: ReadonlyArray<{ id: T; display_order?: number | null; form_name_agent?: string | null }>;
}): Array<{ id: T; display_order: number }> {
  return [...input.forms]
    .sort((a, b) => {
      const byOrder = compareOrder(a.display_order, b.display_order);
      return byOrder === 0 ? NAMES.compare(a.form_name_agent ?? '', b.form_name_agent ?? '') : byOrder;
    })
    .map((form, index) => ({ id: form.id, display_order: index + 1 }));
}

function compareOrder(a: number | null | undefined, b: number | null | undefined): number {
  if (isBlank(a) || isBlank(b)) return Number(isBlank(a)) - Number(isBlank(b));
  return Number(a) - Number(b);
}
