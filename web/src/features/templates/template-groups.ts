import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { renumberForms, UNGROUPED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';

export interface TemplateGroup {
  /** null: the forms without a folder. */
  id: number | null;
  label: string;
  templates: Template[];
}

/** Folders by priority, the forms without one last (0§9; decisions F5); inside, by display_order, then agent name. */
export function templateGroups(templates: readonly Template[], folders: readonly Folder[]): TemplateGroup[] {
  const known = new Set(folders.map(({ id }) => id));
  const inOrder = [...folders].sort((a, b) => a.priority - b.priority || a.id - b.id);
  const groups = inOrder.map(({ id, label }) => ({
    id,
    label,
    templates: sorted(templates.filter(({ folder_id }) => folder_id === id)),
  }));
  // A folder that has not loaded does not hide its forms.
  const rest = templates.filter(({ folder_id }) => folder_id === null || !known.has(folder_id));
  return rest.length === 0
    ? groups
    : [...groups, { id: null, label: UNGROUPED_FOLDER_LABEL, templates: sorted(rest) }];
}

function sorted(templates: Template[]): Template[] {
  const positions = new Map(
    renumberForms({ forms: templates }).map(({ id, display_order }) => [id, display_order]),
  );
  return [...templates].sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
}

/** Newest first (TE-009). */
export function templatesByDate(templates: readonly Template[]): Template[] {
  return [...templates].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id);
}

/** Every word of the search matches a name, the type, the account or the link id. */
export function templatesMatching(templates: readonly Template[], search: string): Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const { form_name_agent, form_name_client, type, square_account, form_link_id } = template;
    const text = [form_name_agent, form_name_client, type, square_account, form_link_id]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
