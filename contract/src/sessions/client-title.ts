import { filled, inEveryLanguage, type Localized } from '../languages.ts';

const YOUR_FORMS: Localized = {
  en: 'Your forms from {brokerage}',
  es: 'Sus formularios de {brokerage}',
  pt: 'Seus formulários de {brokerage}',
};

/** The longest title for the client. */
export const MAX_CLIENT_TITLE = 200;

/** What clients see as the title of a session, never the name that agents gave it (decision 116). */
export function sessionTitlesOf(session: { client_title: string }, brokerage: string): Localized {
  return inEveryLanguage((language) => session.client_title || filled(YOUR_FORMS[language], { brokerage }));
}
