import { isLanguage, type Language, type Localized, writtenMoment } from '@ledgerline/contract/languages';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { TextKey, TextValues } from './text-key.ts';
import { textIn } from './texts.ts';

const CHOSEN_KEY = 'form-language';
const CLIENT_KEY = 'client-language';

export interface Messages {
  language: Language;
  /** The visitor's manual choice, stored for this tab. */
  chooseLanguage: (language: Language) => void;
  /** The client's preferred language, also stored for this tab. A manual choice takes precedence. */
  suggestLanguage: (language: Language) => void;
  text: (key: TextKey, values?: TextValues) => string;
  /** A text of the form's own definition. */
  localize: (localized: Localized) => string;
  moment: (instant: string) => string;
}

const MessagesContext = createContext<Messages | null>(null);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('public pages are rendered inside LanguageProvider');
  return messages;
}

/** Provides the language of each page: chosen manually, else the client's, else the browser's, else English. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(() => languageOf(sessionStorage.getItem(CHOSEN_KEY)));
  const [suggested, setSuggested] = useState(() => languageOf(sessionStorage.getItem(CLIENT_KEY)));
  // Keep the function identity stable: pages refetch when it changes.
  const suggestLanguage = useCallback((known: Language) => {
    sessionStorage.setItem(CLIENT_KEY, known);
    setSuggested(known);
  }, []);
  const language = chosen ?? suggested ?? browserLanguage(navigator.languages);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const messages = useMemo<Messages>(
    () => ({
      language,
      chooseLanguage: (wanted) => {
        sessionStorage.setItem(CHOSEN_KEY, wanted);
        setChosen(wanted);
      },
      suggestLanguage,
      text: (key, values) => textIn(language, key, values),
      localize: (localized) => localized[language],
      moment: (instant) => writtenMoment(language, instant),
    }),
    [language, suggestLanguage],
  );
  return <MessagesContext.Provider value={messages}>{children}</MessagesContext.Provider>;
}

/** The first browser language that the public pages support. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languageOf(tag.slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return 'en';
}

function languageOf(code: string | null): Language | null {
  return code !== null && isLanguage(code) ? code : null;
}
