import { questionsOf } from '../web-forms/answers.ts';
import { type ClientTarget, isList, type WebFormField, type WebFormList } from '../web-forms/definition.ts';
import { WEB_FORM_DEFINITIONS } from '../web-forms/registry.ts';

/** The sections of a submission's detail view with their headings, by their names in the forms and in order (1§2). */
export const SECTIONS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...WEB_FORM_DEFINITIONS.map(({ sections }) => sections),
);

/** Answers that are stored a second time, with their location: target ← source. */
export const MIRRORS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...WEB_FORM_DEFINITIONS.map(({ mirrors }) => mirrors),
);

/** The lists of all web forms; a list in several forms has the fields of the form with the most. */
export const KNOWN_LISTS: readonly WebFormList[] = WEB_FORM_DEFINITIONS.flatMap(questionsOf)
  .filter(isList)
  .filter((list, at, all) => all.findIndex(({ key }) => key === list.key) === at)
  .map((list) => ({ ...list, fields: mostFields(list.key) }));

function mostFields(key: string): WebFormList['fields'] {
  const lists = WEB_FORM_DEFINITIONS.flatMap(questionsOf).filter(isList);
  const same = lists.filter((list) => list.key === key).toSorted((a, b) => b.fields.length - a.fields.length);
  return same[0]?.fields ?? [];
}

export function listOf(path: string): WebFormList | undefined {
  return KNOWN_LISTS.find(({ key }) => key === path);
}

/** Fields of all web forms under every key they are stored with; the forms use the same key for the same question. */
export const KNOWN_FIELDS: { key: string; field: WebFormField }[] = WEB_FORM_DEFINITIONS.flatMap(questionsOf)
  .flatMap((question) => {
    if (isList(question)) return [];
    const copies = Object.entries(MIRRORS).filter(([, source]) => source === question.key);
    return [question.key, ...copies.map(([target]) => target)].map((key) => ({ key, field: question }));
  })
  .filter((known, at, all) => all.findIndex(({ key }) => key === known.key) === at);

/** The field of the client record for an answer. */
export function clientTargetAt(key: string): ClientTarget | undefined {
  return KNOWN_FIELDS.find((known) => known.key === key)?.field.client;
}
