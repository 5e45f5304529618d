import { z } from 'zod';
import type { Localized } from '../web-forms/definition.ts';

/** One text in every language of the public pages. */
export const localizedSchema = z.object({ en: z.string(), es: z.string(), pt: z.string() });

/** The names that a template gives its form; those in Spanish and Portuguese are '' where nobody gave any. */
interface ClientNames {
  form_name_agent?: string | null;
  form_name_client?: string | null;
  form_name_client_es?: string | null;
  form_name_client_pt?: string | null;
}

interface NamedForm extends ClientNames {
  title: string;
}

/** What a template is called towards clients, in their languages (decisions O11); English where no other name is given. */
export function clientNamesOf(template: ClientNames): Localized {
  const en = template.form_name_client || template.form_name_agent || '';
  return { en, es: template.form_name_client_es || en, pt: template.form_name_client_pt || en };
}

/** What its client reads over a form: a title that an agent gave it himself is the same in every language. */
export function clientTitlesOf(form: NamedForm): Localized {
  const names = clientNamesOf(form);
  return form.title === names.en ? names : { en: form.title, es: form.title, pt: form.title };
}

/** What agents call a form (decisions O11); a form without a template has only its title. */
export function agentNameOf({ form_name_agent, title }: NamedForm): string {
  return form_name_agent || title;
}

/** What its client reads in English, where that differs from the agents' name; else null. */
export function clientNameBeside(form: NamedForm): string | null {
  return agentNameOf(form) === form.title ? null : form.title;
}

/** Both names in one line: 'Advisory Agreement · Your agreement'. */
export function formNameText(form: NamedForm): string {
  return [agentNameOf(form), clientNameBeside(form)].filter((name) => name !== null).join(' · ');
}
