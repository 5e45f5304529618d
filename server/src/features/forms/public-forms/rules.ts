import type { FieldError } from '@ledgerline/contract/errors';
import type { Language } from '@ledgerline/contract/languages';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { problemLine, problemText } from '@ledgerline/contract/web-forms/messages';
import { strayMasks, unmaskAnswers } from '@ledgerline/contract/web-forms/secrets';
import { asAnswers, type FormProblem, structureProblems } from '@ledgerline/contract/web-forms/structure';
import { finishedAnswers, validateForm } from '@ledgerline/contract/web-forms/validate';

export type Reading = { ok: true; answers: FormAnswers } | { ok: false; problems: FormProblem[] };

/** Unfinished answers as sent, with the visitor's stored secrets restored where their masks were sent back. */
export function readDraft(definition: WebFormDefinition, data: unknown, stored: FormAnswers): Reading {
  const sent = asAnswers(definition, data);
  if (sent === null) return { ok: false, problems: structureProblems(definition, data) };
  const answers = unmaskAnswers(definition, sent, stored);
  const problems = strayMasks(definition, answers).map(
    ({ key, label }): FormProblem => ({ path: key, code: 'masked', label }),
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

/** The complete form, validated and in the notation in which it is stored. */
export function readFinished(
  definition: WebFormDefinition,
  data: unknown,
  known: { stored: FormAnswers; today: string },
): Reading {
  const draft = readDraft(definition, data, known.stored);
  if (!draft.ok) return draft;
  const problems = validateForm(definition, draft.answers, { today: known.today });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, answers: finishedAnswers(definition, draft.answers, known.today) };
}

/** `details.fields` of the 400 response, in the visitor's language. */
export function fieldErrorsOf(problems: FormProblem[], language: Language): FieldError[] {
  return problems.map((problem) => ({ path: problem.path, message: problemText(problem, language) }));
}

/** The message of the 400 response names the first invalid question. */
export function problemSentence(problems: FormProblem[], language: Language): string {
  const [first] = problems;
  if (!first) return '';
  return problemLine(first.label?.[language] ?? first.path, problemText(first, language));
}
