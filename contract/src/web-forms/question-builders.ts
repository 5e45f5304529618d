import { inEveryLanguage, type Localized } from '../languages.ts';
import { FORM_WORDS, type FormWords } from '../text/text.ts';
import {
  type Choice,
  type FieldExtras,
  field,
  type QuestionKind,
  type WebFormField,
  type WebFormQuestion,
  type WebFormStep,
} from './definition.ts';

/** One text of the forms in every language. */
export function said(pick: (words: FormWords) => string): Localized {
  return inEveryLanguage((language) => pick(FORM_WORDS[language]));
}

/** A question in the words that stand under its key. */
export function ask(
  key: keyof FormWords['questions'],
  kind: QuestionKind,
  extras?: FieldExtras,
): WebFormField {
  const label = said(({ questions }) => questions[key]);
  return field(key, kind, label, { ...hintOf(key), ...extras });
}

function hintOf(key: string): { hint?: Localized } {
  const hint = saidIn(({ hints }) => hints, key);
  return hint ? { hint } : {};
}

/** The answers of one choice, in their English order. */
export function choices(of: keyof FormWords['choices']): Choice[] {
  return Object.keys(FORM_WORDS.en.choices[of]).flatMap((value) => {
    const label = saidIn((words) => words.choices[of], value);
    return label ? [{ value, label }] : [];
  });
}

/** The text under a key that may stand among these; every language has the same ones. */
function saidIn(of: (words: FormWords) => Readonly<Record<string, string>>, key: string): Localized | null {
  return key in of(FORM_WORDS.en) ? said((words) => of(words)[key] ?? '') : null;
}

/** A step in the words of this name. */
export function step(
  name: keyof FormWords['steps'],
  questions: readonly WebFormQuestion[],
  key: string = name,
): WebFormStep {
  const title = said(({ steps }) => steps[name]);
  const intro = saidIn(({ intros }) => intros, name);
  return { key, title, ...(intro ? { intro } : {}), questions };
}

/** What a question says that is answered by several groups. */
export function listWords(key: keyof FormWords['lists']) {
  return {
    key,
    kind: 'list' as const,
    label: said(({ questions }) => questions[key]),
    ...hintOf(key),
    itemLabel: said(({ lists }) => lists[key].item),
    addLabel: said(({ lists }) => lists[key].add),
    removeLabel: said(({ lists }) => lists[key].remove),
  };
}
