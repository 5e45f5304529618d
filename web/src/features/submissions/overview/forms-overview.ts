import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { ModifiedFilter, SubmissionSort } from '@ledgerline/contract/lists';
import {
  type FORM_TYPES,
  SUBMISSION_CATEGORIES,
  type SubmissionCategory,
  UNGROUPED_FOLDER_LABEL,
} from '@ledgerline/contract/rules';
import type { Filter } from '@ledgerline/contract/rules/filters';
import type { Sorting } from '@ledgerline/contract/rules/sort-keys';
import { SUBMISSION_CATEGORY_LABELS } from '@ledgerline/contract/submissions/filter-fields';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { dayIn } from '../../../domain/today.ts';

export const MODIFIED_CHOICES: readonly { value: ModifiedFilter; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: '7', label: 'Within 7 days' },
  { value: '30', label: 'Within 30 days' },
];

const DAY_MS = 86_400_000;

interface ModifiedInput {
  updated_at: string;
  filter: ModifiedFilter | undefined;
  now: Date;
  timeZone: string;
}

/** Changed on this calendar day of the brokerage, or within a number of days (1§9, decisions H15). */
export function isModifiedWithin({ updated_at, filter, now, timeZone }: ModifiedInput): boolean {
  if (filter === undefined) return true;
  const at = new Date(updated_at);
  if (filter === 'today') return dayIn(timeZone, at) === dayIn(timeZone, now);
  return now.getTime() - at.getTime() <= Number(filter) * DAY_MS;
}

/** Templates whose names or link id contain every word of the search. */
export function templatesFound(templates: readonly Template[], q: string): Template[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ form_name_agent, form_name_client, form_link_id }) => {
    const text = `${form_name_agent} ${form_name_client} ${form_link_id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface FolderGroup {
  /** null contains everything without a folder. */
  id: number | null;
  label: string;
  templates: Template[];
}

/** Folders by priority, templates without a folder last (1§2); empty folders are omitted. */
export function folderGroups(templates: readonly Template[], folders: readonly Folder[]): FolderGroup[] {
  const ordered = folders.toSorted((a, b) => a.priority - b.priority || a.id - b.id);
  const known = new Set(ordered.map(({ id }) => id));
  const sorted = templates.toSorted((a, b) => a.display_order - b.display_order || a.id - b.id);
  const groups = ordered.map(({ id, label }) => ({
    id,
    label,
    templates: sorted.filter(({ folder_id }) => folder_id === id),
  }));
  const loose = sorted.filter(({ folder_id }) => folder_id === null || !known.has(folder_id));
  return [...groups, { id: null, label: UNGROUPED_FOLDER_LABEL, templates: loose }].filter(
    (group) => group.templates.length > 0,
  );
}

export const VIEWS = [
  { value: 'submissions', label: 'Submissions' },
  { value: 'folders', label: 'By folder' },
  { value: 'forms', label: 'Forms' },
] as const;

export const LAYOUTS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
] as const;

export type SubmissionSorting = Sorting<SubmissionSort>;

/** The tab's state in the URL. */
export interface AllFormsSearch {
  view?: (typeof VIEWS)[number]['value'] | undefined;
  q?: string | undefined;
  type?: (typeof FORM_TYPES)[number] | undefined;
  modified?: ModifiedFilter | undefined;
  /** A template id. */
  form?: number | undefined;
  /** Conditions on fields of the submissions. */
  filter?: Filter | undefined;
  status?: SubmissionCategory | undefined;
  /** Archived forms instead of the others. */
  archived?: boolean | undefined;
  /** The layout of the list of submissions. */
  layout?: (typeof LAYOUTS)[number]['value'] | undefined;
  sort?: SubmissionSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  then_by?: string | undefined;
}

export const CATEGORY_CHOICES = SUBMISSION_CATEGORIES.map((value) => ({
  value,
  label: SUBMISSION_CATEGORY_LABELS[value],
}));

/** No filter or search of the submissions. */
export const NOT_NARROWED: AllFormsSearch = {
  q: undefined,
  type: undefined,
  modified: undefined,
  form: undefined,
  filter: undefined,
  status: undefined,
};
