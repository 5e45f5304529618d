import { BENEFICIARY_NUMBERS } from '../clients/fields/household.ts';
import { type AnswerItem, answerText, type FormAnswers, questionsOf, withAnswer } from './answers.ts';
import { poundsOf, splitAddress, splitHeight } from './client-texts.ts';
import { isList, type WebFormDefinition, type WebFormList } from './definition.ts';

type KnownClient = Readonly<Record<string, string | number | null | undefined>>;

export const BENEFICIARIES_KEY = 'ownership.beneficiaries';

/**
 * What is known of the client, in the shape of the answers; only questions that ask for it. Secrets are never among it:
 * a link may be read over a shoulder.
 */
export function prefillFrom(definition: WebFormDefinition, client: KnownClient): FormAnswers {
  const parts = partsOf(client);
  let answers: FormAnswers = {};
  for (const question of questionsOf(definition)) {
    if (isList(question)) {
      const items = question.key === BENEFICIARIES_KEY ? beneficiariesOf(question, client) : [];
      if (items.length > 0) answers = withAnswer(answers, question.key, items);
      continue;
    }
    const known = question.prefill ? answerText(client[question.prefill]) : (parts[question.key] ?? '');
    if (known !== '') answers = withAnswer(answers, question.key, known.slice(0, question.maxLength));
  }
  return answers;
}

/** Answers that are parts of one client text. */
function partsOf(client: KnownClient): Readonly<Record<string, string>> {
  const address = splitAddress(answerText(client.address));
  const height = splitHeight(answerText(client.height));
  return {
    'addressInfo.streetAddress': address.streetAddress,
    'addressInfo.city': address.city,
    'addressInfo.state': address.state,
    'addressInfo.zip': address.zip,
    'personalInfo.heightFt': height?.feet ?? '',
    'personalInfo.heightIn': height?.inches ?? '',
    'personalInfo.weight': poundsOf(answerText(client.weight)),
  };
}

function beneficiariesOf(list: WebFormList, client: KnownClient): AnswerItem[] {
  const relationships = list.fields.find(({ key }) => key === 'relationship')?.options ?? [];
  return BENEFICIARY_NUMBERS.flatMap((n) => {
    const name = answerText(client[`ben${n}_name`]);
    if (name === '') return [];
    const said = answerText(client[`ben${n}_relationship`]).toLowerCase();
    const known: AnswerItem = {
      name,
      relationship: relationships.find(({ value }) => value.toLowerCase() === said)?.value ?? '',
      percentage: answerText(client[`ben${n}_pct`]),
      dateOfBirth: answerText(client[`ben${n}_dob`]),
    };
    return [Object.fromEntries(list.fields.map(({ key }) => [key, known[key] ?? '']))];
  });
}
