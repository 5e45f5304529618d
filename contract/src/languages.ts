/** The languages of the public pages, mails and papers: their names for agents and for clients, and how they write days. */
export const SPOKEN = {
  en: { name: 'English', ownName: 'English', locale: 'en-US' },
  es: { name: 'Spanish', ownName: 'Español', locale: 'es-US' },
  pt: { name: 'Portuguese', ownName: 'Português', locale: 'pt-BR' },
} as const;

export type Language = keyof typeof SPOKEN;
/** One text in every language. */
export type Localized = Readonly<Record<Language, string>>;

export const LANGUAGES: readonly Language[] = Object.keys(SPOKEN).filter(isLanguage);
/** As the client's record keeps them (0§9). */
export const PREFERRED_LANGUAGES = LANGUAGES.map((language) => SPOKEN[language].name);

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(SPOKEN, code);
}

/** What is made for each language. */
export function inEveryLanguage<T>(build: (language: Language) => T): Readonly<Record<Language, T>> {
  return { en: build('en'), es: build('es'), pt: build('pt') };
}

/** The language of pages, mails and papers that a client's `pref_lang` stands for; null for any other. */
export function preferredLanguage(pref_lang: unknown): Language | null {
  const wanted = String(pref_lang ?? '')
    .trim()
    .toLowerCase();
  return LANGUAGES.find((language) => SPOKEN[language].name.toLowerCase() === wanted) ?? null;
}

/**
 * A text with its `{placeholders}` filled in; one without a value stays as it is. A value that ends with a full stop of
 * its own ('3:00 p.m.') takes the place of the sentence's.
 */
export function filled(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/\{(\w+)\}(\.?)/g, (match, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return match;
    return String(value).endsWith('.') ? String(value) : `${value}${stop}`;
  });
}

/** A calendar day as people say it: 'November 27, 2026'. */
export function writtenDay(language: Language, day: string): string {
  return new Intl.DateTimeFormat(SPOKEN[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/** An instant as people say it, where the reader is or in the given zone: 'November 27, 2026 at 3:00 PM'. */
export function writtenMoment(language: Language, instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(SPOKEN[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
}
