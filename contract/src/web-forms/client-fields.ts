import type { FieldName } from '../clients/fields/catalog.ts';
import { questionsOf } from './answers.ts';
import { textInParts } from './client-texts.ts';
import { isList, type WebFormDefinition, type WebFormList } from './definition.ts';

/** What a form's answers say of one client field, in the record's notation; '' where they say nothing. */
export interface FieldReader {
  field: FieldName;
  read: (answer: (key: string) => string) => string;
}

/** The client fields that the questions of a form name, each once; parts of one text are read together. */
export function fieldReaders(definition: WebFormDefinition): FieldReader[] {
  const single: FieldReader[] = [];
  const parts = new Map<FieldName, Map<string, string>>();
  for (const question of questionsOf(definition)) {
    if (isList(question) || !question.client) continue;
    const { client, key } = question;
    if ('part' in client)
      parts.set(client.field, new Map([...(parts.get(client.field) ?? []), [client.part, key]]));
    else single.push({ field: client.field, read: (answer) => answer(key) });
  }
  const joined = [...parts].map(([field, keys]): FieldReader => {
    const read: FieldReader['read'] = (answer) =>
      textInParts(field)?.join((part) => answer(keys.get(part) ?? '')) ?? '';
    return { field, read };
  });
  return [...single, ...joined];
}

/** The questions whose groups are the client's beneficiaries. */
export function beneficiaryLists(definition: WebFormDefinition): WebFormList[] {
  return questionsOf(definition)
    .filter(isList)
    .filter(({ client }) => client === 'beneficiaries');
}
