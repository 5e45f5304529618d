import type { Template } from '@ledgerline/contract/templates/endpoints';
import { aTemplate } from '../../../testing/templates.ts';

/** A web form template with its counts, in no folder. */
export function aCountedTemplate(fields: Partial<Template> = {}): Template {
  const counts = { total: 3, completed: 1, in_progress: 2, last_activity: '2026-11-19T15:00:00.000Z' };
  return aTemplate({ counts, ...fields });
}
