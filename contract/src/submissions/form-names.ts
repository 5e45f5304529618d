import { z } from 'zod';
import { inEveryLanguage, LANGUAGES, type Language, type Localized } from '../languages.ts';

/** One text in every language of the public pages. */
export const localizedSchema = z.object(inEveryLanguage(() => z.string()));

type Translation = Exclude<Language, 'en'>;
/** The field that holds a form's name for clients in a language other than English; '' or null where none was entered. */
type ClientNameField = `form_name_client_${Translation}`;
export type ClientNameFields<T> = Record<ClientNameField, T>;

const TRANSLATIONS = LANGUAGES.filter((language): language is Translation => language !== 'en');
export const CLIENT_NAME_FIELDS = TRANSLATIONS.map((language) => ({ language, field: fieldOf(language) }));

function fieldOf(language: Translation): ClientNameField {
  return `form_name_client_${language}`;
}

/** One value for each of these fields. */
export function clientNameFields<T>(
  build: (field: ClientNameField, language: Language) => T,
): ClientNameFields<T> {
  const values = Object.fromEntries(
    CLIENT_NAME_FIELDS.map(({ field, language }) => [field, build(field, language)]),
  );
  if (!hasEach(values)) throw new Error('a language has no field for the client’s name of a form');
  return values;
}

function hasEach<T>(values: Readonly<Record<string, T>>): values is ClientNameFields<T> {
  return CLIENT_NAME_FIELDS.every(({ field }) => field in values);
}

/** The names that a template sets for its form. */
interface ClientNames extends Partial<ClientNameFields<string | null>> {
  form_name_agent?: string | null;
  form_name_client?: string | null;
}

interface NamedForm extends ClientNames {
  title: string;
}

/** What clients see as the template's name, in their languages (decisions O11); English where no other name is set. */
export function clientNamesOf(template: ClientNames): Localized {
  const en = template.form_name_client || template.form_name_agent || '';
  return inEveryLanguage((language) => (language === 'en' ? en : template[fieldOf(language)] || en));
}

/** What the client sees as the form's title: a title set by an agent is the same in every language. */
export function clientTitlesOf(form: NamedForm): Localized {
  const names = clientNamesOf(form);
  return form.title === names.en ? names : inEveryLanguage(() => form.title);
}

/** The form name that agents see (decisions O11); a form without a template has only its title. */
export function agentNameOf({ form_name_agent, title }: NamedForm): string {
  return form_name_agent || title;
}

/** The English form name that the client sees, where it differs from the agents' name; else null. */
export function differingClientName(form: NamedForm): string | null {
  return agentNameOf(form) === form.title ? null : form.title;
}

/** Both names on one line: 'Advisory Agreement · Your agreement'. */
export function formNameText(form: NamedForm): string {
  return [agentNameOf(form), differingClientName(form)].filter((name) => name !== null).join(' · ');
}
