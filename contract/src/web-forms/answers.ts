import {
  type Condition,
  isList,
  type WebFormDefinition,
  type WebFormQuestion,
  type WebFormStep,
  type When,
} from './definition.ts';

export type AnswerCell = string | number | boolean | null;
/** One group of a list question. */
export type AnswerItem = Record<string, AnswerCell>;
export type Answer = AnswerCell | AnswerItem[];
/** A visitor's answers: sections of 1§3 with their fields. */
export type FormAnswers = Record<string, Record<string, Answer>>;

/** The answer under `section.field`, undefined when there is none. */
export function answerAt(answers: FormAnswers, key: string): Answer | undefined {
  const [section = '', name = ''] = key.split('.');
  return answers[section]?.[name];
}

/** A copy of the answers with one of them set. */
export function withAnswer(answers: FormAnswers, key: string, value: Answer): FormAnswers {
  const [section = '', name = ''] = key.split('.');
  return { ...answers, [section]: { ...answers[section], [name]: value } };
}

/** The answers by the key of their question. */
export function answersByKey(answers: FormAnswers): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([section, fields]) =>
      Object.entries(fields).map(([name, value]) => [`${section}.${name}`, value] as const),
    ),
  );
}

/** The reverse of `answersByKey`, also for data that is not validated yet. */
export function answersInSections<Value>(
  byKey: Readonly<Record<string, Value>>,
): Record<string, Record<string, Value>> {
  const sections: Record<string, Record<string, Value>> = {};
  for (const [key, value] of Object.entries(byKey)) {
    const [section = '', name = ''] = key.split('.');
    sections[section] = { ...sections[section], [name]: value };
  }
  return sections;
}

/** An answer as text: true is 'yes', nothing is ''. */
export function answerText(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).trim();
}

export function isAnswered(value: Answer | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : answerText(value) !== '';
}

/** Every question of the form, hidden ones included. */
export function questionsOf(definition: WebFormDefinition): WebFormQuestion[] {
  return definition.steps.flatMap((step) => step.questions);
}

export function isVisible(question: { when?: When }, answers: FormAnswers): boolean {
  const { when } = question;
  const isMet = ({ key, is }: Condition) => [is].flat().includes(answerText(answerAt(answers, key)));
  if (when === undefined) return true;
  if ('all' in when) return when.all.every(isMet);
  return 'any' in when ? when.any.some(isMet) : isMet(when);
}

/** The visible questions for these answers, of one step or of all. */
export function visibleFields(
  definition: WebFormDefinition,
  answers: FormAnswers,
  step?: number,
): WebFormQuestion[] {
  const steps = step === undefined ? definition.steps : definition.steps.slice(step, step + 1);
  return steps.flatMap(({ questions }) => questions.filter((question) => isVisible(question, answers)));
}

/** The steps with only the questions that are visible for these answers. */
export function stepsOf(definition: WebFormDefinition, answers: FormAnswers): WebFormStep[] {
  return definition.steps.map((step) => ({
    ...step,
    questions: step.questions.filter((question) => isVisible(question, answers)),
  }));
}

/** Every question unanswered: '' for a field, the minimum of empty groups for a list. */
export function emptyFormData(definition: WebFormDefinition): FormAnswers {
  let answers: FormAnswers = {};
  for (const question of questionsOf(definition)) {
    const blank = isList(question)
      ? Array.from({ length: question.minItems }, () => emptyItem(question.fields))
      : '';
    answers = withAnswer(answers, question.key, blank);
  }
  return answers;
}

/** An empty group of a list question. */
export function emptyItem(fields: readonly { key: string }[]): AnswerItem {
  return Object.fromEntries(fields.map(({ key }) => [key, '']));
}

/** Initial answers: saved answers first, then values from the client record, then empty. */
export function startAnswers(
  definition: WebFormDefinition,
  known: { saved?: FormAnswers | null; prefill?: FormAnswers | null },
): FormAnswers {
  const saved = known.saved ?? {};
  let answers = emptyFormData(definition);
  for (const question of questionsOf(definition)) {
    const value = answerAt(saved, question.key) ?? answerAt(known.prefill ?? {}, question.key);
    if (value !== undefined && value !== null) answers = withAnswer(answers, question.key, value);
  }
  return answers;
}
