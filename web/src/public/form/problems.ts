import type { FieldError } from '@ledgerline/contract/errors';
import type { Language, Localized } from '@ledgerline/contract/languages';
import { problemText } from '@ledgerline/contract/web-forms/messages';
import type { FormProblem } from '@ledgerline/contract/web-forms/structure';

/** A validation error of an answer, found here or returned by the server. */
export type Problem = FormProblem | (FieldError & { label?: Localized });

export function problemMessage(problem: Problem, language: Language): string {
  return 'message' in problem ? problem.message : problemText(problem, language);
}

/** The id of the input for a path, so that an error can lead to it. */
export function inputId(path: string): string {
  return `answer-${path.replaceAll('.', '-')}`;
}

/** Focuses the element with this id. In a list with one expanded group, the group that contains it is expanded first. */
export function focusOn(id: string, options?: FocusOptions): void {
  const element = document.getElementById(id);
  const group = element?.closest('details');
  if (group) group.open = true;
  element?.focus(options);
}

/** The problems that remain after the answer at a path changed. Any cell of a list clears the problem of its total. */
export function problemsWithout(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path !== path && !path.startsWith(`${problem.path}.`));
}

/** The server names fields inside the form's data: `form_data.banking.bankName`. */
export function serverProblems(fields: readonly FieldError[]): Problem[] {
  return fields.map(({ path, message }) => ({ path: path.replace(/^form_data\./, ''), message }));
}
