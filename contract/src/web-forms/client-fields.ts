import type { FieldName } from '../clients/fields/catalog.ts';
import { questionsOf } from './answers.ts';
import { textInParts } from './client-texts.ts';
import { isList, type WebFormDefinition, type WebFormList } from './definition.ts';

/** Reads a form's value for one client field, in the record's notation; '' if it is empty. */
export interface FieldReader {
  field: FieldName;
  read: (answer: (key: string) => string) => string;
}

/** The client fields of a form's questions, each once; parts of one text are joined. */
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

/** The list questions for the client's beneficiaries. */
export function beneficiaryLists(definition: WebFormDefinition): WebFormList[] {
  return questionsOf(definition)
    .filter(isList)
    .filter(({ client }) => client === 'beneficiaries');
}
