import type { Language } from '@ledgerline/contract/languages';
import { estimatedMinutes, type FormWork } from '@ledgerline/contract/rules';
import { clientTitlesOf } from '@ledgerline/contract/submissions/form-names';
import { countQuestions } from '@ledgerline/contract/web-forms/count-questions';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { LinkContents } from '#features/email-templates/link-email.ts';
import type { Database } from '#platform/database/database.ts';
import type { SubmissionOutline } from '../repository.ts';
import { documentsOfRequest } from '../requested-documents/add-files.ts';
import { countPages } from './queries.ts';
import { clientAction, isToDo } from './rules.ts';

/** What an email with a link announces: the forms that the client has to do now, and about how long they take. */
export async function emailContents(
  db: Database,
  forms: readonly SubmissionOutline[],
  language: Language,
): Promise<LinkContents> {
  const todo = forms.filter(isToDo);
  const templates = todo.flatMap((form) => (clientAction(form) === 'sign' ? (form.form_id ?? []) : []));
  const pages = await countPages(db, templates);
  const work = await Promise.all(todo.map((form) => workOf(db, form, pages)));
  return { titles: todo.map((form) => clientTitlesOf(form)[language]), minutes: estimatedMinutes(work) };
}

/** Null where the length is unknown. */
async function workOf(
  db: Database,
  form: SubmissionOutline,
  pages: ReadonlyMap<number, number>,
): Promise<FormWork | null> {
  switch (clientAction(form)) {
    case 'fill': {
      const definition = findWebForm(form.form_link_id);
      return definition ? { questions: countQuestions(definition, form.progress_step) } : null;
    }
    case 'upload': {
      const documents = await documentsOfRequest(db, form.id);
      return { documents: documents.filter(({ status }) => status === 'open' || status === 'again').length };
    }
    default: {
      const count = form.form_id === null ? undefined : pages.get(form.form_id);
      return count === undefined ? null : { pages: count };
    }
  }
}
