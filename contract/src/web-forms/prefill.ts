import { BENEFICIARY_NUMBERS } from '../clients/fields/household.ts';
import { type AnswerItem, answerText, type FormAnswers, questionsOf, withAnswer } from './answers.ts';
import { textInParts } from './client-texts.ts';
import {
  type ClientTarget,
  isList,
  type WebFormDefinition,
  type WebFormField,
  type WebFormList,
} from './definition.ts';

type KnownClient = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Values from the client record in the shape of the answers, for questions that map to it. Secrets are never included,
 * because the link may be opened in the presence of others.
 */
export function prefillFrom(definition: WebFormDefinition, client: KnownClient): FormAnswers {
  let answers: FormAnswers = {};
  for (const question of questionsOf(definition)) {
    if (isList(question)) {
      const items = question.client === 'beneficiaries' ? beneficiariesOf(question, client) : [];
      if (items.length > 0) answers = withAnswer(answers, question.key, items);
      continue;
    }
    const known = question.client ? knownAt(question.client, client) : '';
    if (known !== '') answers = withAnswer(answers, question.key, known.slice(0, question.maxLength));
  }
  return answers;
}

function knownAt(target: ClientTarget, client: KnownClient): string {
  const text = answerText(client[target.field]);
  if ('part' in target) return textInParts(target.field)?.split(text)[target.part] ?? '';
  return target.isPrefilled === false ? '' : text;
}

function beneficiariesOf(list: WebFormList, client: KnownClient): AnswerItem[] {
  return BENEFICIARY_NUMBERS.flatMap((n) => {
    const known = ({ beneficiary, options }: WebFormField) => {
      const text = beneficiary ? answerText(client[`ben${n}_${beneficiary}`]) : '';
      const isMatch = ({ value }: { value: string }) => value.toLowerCase() === text.toLowerCase();
      return options ? (options.find(isMatch)?.value ?? '') : text;
    };
    if (answerText(client[`ben${n}_name`]) === '') return [];
    return [Object.fromEntries(list.fields.map((field) => [field.key, known(field)]))];
  });
}
