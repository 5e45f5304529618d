import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { templateProblem } from '@ledgerline/contract/rules';
import type { ListedBundle, ListedTemplate } from './queries.ts';

export function toBundle({ last_used_at, templates, ...row }: ListedBundle): Bundle {
  return {
    ...row,
    last_used_at: last_used_at?.toISOString() ?? null,
    templates: templates.map((template) => ({
      form_id: template.form_id,
      name: template.name,
      problem: problemOf(template),
      is_archived: template.is_archived,
    })),
  };
}

function problemOf({ type, ...template }: ListedTemplate): string | null {
  return templateProblem(type === null ? null : { ...template, type });
}
