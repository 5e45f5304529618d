import {
  type AnswerItem,
  answerAt,
  answerText,
  type FormAnswers,
  isAnswered,
  isVisible,
  visibleFields,
  withAnswer,
} from './answers.ts';
import {
  isList,
  type QuestionKind,
  type WebFormDefinition,
  type WebFormField,
  type WebFormList,
} from './definition.ts';
import { checkAnswer } from './field-checks.ts';
import type { ProblemCode } from './messages.ts';
import { asAnswers, type FormProblem, structureProblems } from './structure.ts';

export interface ValidateOptions {
  /** One step (from 0), or the complete form if omitted. */
  step?: number;
  /** Today's date, `YYYY-MM-DD`. */
  today: string;
  /** In the browser a mask represents a stored value; the server restores the value before validation. */
  allowMasks?: boolean;
}

/** All validation errors of a form or one step, in question order. Browser and server share this validator. */
export function validateForm(
  definition: WebFormDefinition,
  data: unknown,
  options: ValidateOptions,
): FormProblem[] {
  const answers = asAnswers(definition, data);
  if (answers === null) return structureProblems(definition, data);
  return visibleFields(definition, answers, options.step).flatMap((question) =>
    isList(question)
      ? checkList(question, answers, options)
      : checkField(question, {
          path: question.key,
          value: answerAt(answers, question.key),
          isRequired: isRequired(question, answers),
          options,
        }),
  );
}

/**
 * The answers as stored when the form is complete: trimmed and normalized, without answers to questions that are
 * no longer visible, and with the mirrored keys filled. Only for data that passed validateForm.
 */
export function finishedAnswers(
  definition: WebFormDefinition,
  answers: FormAnswers,
  today: string,
): FormAnswers {
  let finished: FormAnswers = {};
  for (const question of definition.steps.flatMap((step) => step.questions)) {
    if (!isVisible(question, answers)) continue;
    const value = answerAt(answers, question.key);
    const stored = isList(question)
      ? itemsOf(value).map((item) => finishedItem(question, item, today))
      : finishedCell(question, value, today);
    finished = withAnswer(finished, question.key, stored);
  }
  for (const [target, source] of Object.entries(definition.mirrors)) {
    finished = withAnswer(finished, target, answerAt(finished, source) ?? null);
  }
  return finished;
}

function isRequired(question: WebFormField, answers: FormAnswers): boolean {
  return question.required || (question.requiredWith ?? []).some((key) => isAnswered(answerAt(answers, key)));
}

/** Error codes of a missing answer, for questions whose answer is chosen, not typed. */
const MISSING: Partial<Record<QuestionKind, ProblemCode>> = {
  choice: 'choose',
  yesno: 'choose',
  state: 'choose',
  agree: 'agree',
};

function checkField(
  question: WebFormField,
  input: { path: string; value: unknown; isRequired: boolean; options: ValidateOptions },
): FormProblem[] {
  const { path, options } = input;
  const { label } = question;
  const text = answerText(input.value);
  if (text === '') {
    return input.isRequired ? [{ path, code: MISSING[question.kind] ?? 'required', label }] : [];
  }
  const checked = checkAnswer(question, text, {
    today: options.today,
    allowMasks: options.allowMasks ?? false,
  });
  if (checked.ok) return [];
  return [{ path, code: checked.code, label, ...(checked.values ? { values: checked.values } : {}) }];
}

function checkList(list: WebFormList, answers: FormAnswers, options: ValidateOptions): FormProblem[] {
  const { key: path, label } = list;
  const items = itemsOf(answerAt(answers, path));
  if (items.length < list.minItems) return [{ path, code: 'too_few', values: { min: list.minItems }, label }];
  const problems = items.flatMap((item, at) =>
    list.fields.flatMap((question) =>
      checkField(question, {
        path: `${path}.${at}.${question.key}`,
        value: item[question.key],
        isRequired: question.required,
        options,
      }),
    ),
  );
  return problems.length > 0 || items.length === 0 ? problems : totalProblems(list, items);
}

/** Sums in hundredths, so that 33.33 + 33.33 + 33.34 is exactly 100. */
function totalProblems(list: WebFormList, items: AnswerItem[]): FormProblem[] {
  const { total } = list;
  if (total === undefined) return [];
  const sum = sumOf(list, items);
  return sum === total.is ? [] : [{ path: list.key, code: 'total', values: { sum }, label: list.label }];
}

/** The current total of a list's field; invalid values count as 0. */
export function sumOf(list: WebFormList, items: readonly AnswerItem[]): number {
  const { total } = list;
  if (total === undefined) return 0;
  const hundredths = items.map((item) => {
    const value = Number(answerText(item[total.key]).replace('%', '').replace(',', '.'));
    return Number.isFinite(value) ? Math.round(value * 100) : 0;
  });
  return hundredths.reduce((all, one) => all + one, 0) / 100;
}

function itemsOf(value: unknown): AnswerItem[] {
  return Array.isArray(value) ? value : [];
}

function finishedCell(question: WebFormField, value: unknown, today: string): string | number | null {
  const text = answerText(value);
  if (text === '') return null;
  const checked = checkAnswer(question, text, { today, allowMasks: true });
  return checked.ok ? checked.value : text;
}

function finishedItem(list: WebFormList, item: AnswerItem, today: string): AnswerItem {
  return Object.fromEntries(
    list.fields.map((question) => [question.key, finishedCell(question, item[question.key], today)]),
  );
}
