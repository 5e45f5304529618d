import { inEveryLanguage, type Localized } from '../languages.ts';
import { FORM_MESSAGES, type FormMessages } from '../text/text.ts';
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
export function localized(pick: (messages: FormMessages) => string): Localized {
  return inEveryLanguage((language) => pick(FORM_MESSAGES[language]));
}

/** A question with the texts of its key. */
export function defineQuestion(
  key: keyof FormMessages['questions'],
  kind: QuestionKind,
  extras?: FieldExtras,
): WebFormField {
  const label = localized(({ questions }) => questions[key]);
  return field(key, kind, label, { ...hintOf(key), ...extras });
}

function hintOf(key: string): { hint?: Localized } {
  const hint = localizedIn(({ hints }) => hints, key);
  return hint ? { hint } : {};
}

/** The options of one choice, in their English order. */
export function choices(of: keyof FormMessages['choices']): Choice[] {
  return Object.keys(FORM_MESSAGES.en.choices[of]).flatMap((value) => {
    const label = localizedIn((messages) => messages.choices[of], value);
    return label ? [{ value, label }] : [];
  });
}

/** The text of an optional key; every language has the same keys. */
function localizedIn(
  of: (messages: FormMessages) => Readonly<Record<string, string>>,
  key: string,
): Localized | null {
  return key in of(FORM_MESSAGES.en) ? localized((messages) => of(messages)[key] ?? '') : null;
}

/** A step with the texts of this name. */
export function step(
  name: keyof FormMessages['steps'],
  questions: readonly WebFormQuestion[],
  key: string = name,
): WebFormStep {
  const title = localized(({ steps }) => steps[name]);
  const intro = localizedIn(({ intros }) => intros, name);
  return { key, title, ...(intro ? { intro } : {}), questions };
}

/** The texts of a list question. */
export function listText(key: keyof FormMessages['lists']) {
  return {
    key,
    kind: 'list' as const,
    label: localized(({ questions }) => questions[key]),
    ...hintOf(key),
    itemLabel: localized(({ lists }) => lists[key].item),
    addLabel: localized(({ lists }) => lists[key].add),
    removeLabel: localized(({ lists }) => lists[key].remove),
  };
}
