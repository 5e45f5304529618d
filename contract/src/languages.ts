/** The languages of public pages, emails and PDFs: their names for agents and clients, and their date formats. */
export const LANGUAGE_INFO = {
  en: { name: 'English', ownName: 'English', locale: 'en-US' },
  es: { name: 'Spanish', ownName: 'Español', locale: 'es-US' },
  pt: { name: 'Portuguese', ownName: 'Português', locale: 'pt-BR' },
} as const;

export type Language = keyof typeof LANGUAGE_INFO;
/** One text in every language. */
export type Localized = Readonly<Record<Language, string>>;

export const LANGUAGES: readonly Language[] = Object.keys(LANGUAGE_INFO).filter(isLanguage);
/** As stored in the client record (0§9). */
export const PREFERRED_LANGUAGES = LANGUAGES.map((language) => LANGUAGE_INFO[language].name);

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGE_INFO, code);
}

/** One value for each language. */
export function inEveryLanguage<T>(build: (language: Language) => T): Readonly<Record<Language, T>> {
  return { en: build('en'), es: build('es'), pt: build('pt') };
}

/** The language of pages, emails and PDFs for a client's `pref_lang`; null for any other. */
export function preferredLanguage(pref_lang: unknown): Language | null {
  const wanted = String(pref_lang ?? '')
    .trim()
    .toLowerCase();
  return LANGUAGES.find((language) => LANGUAGE_INFO[language].name.toLowerCase() === wanted) ?? null;
}

/**
 * A text with its `{placeholders}` filled in; a placeholder without a value stays unchanged. A value that ends with a period ('3:00 p.m.')
 * replaces the sentence's own.
 */
export function filled(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/\{(\w+)\}(\.?)/g, (match, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return match;
    return String(value).endsWith('.') ? String(value) : `${value}${stop}`;
  });
}

/** A calendar day as text: 'November 27, 2026'. */
export function writtenDay(language: Language, day: string): string {
  return new Intl.DateTimeFormat(LANGUAGE_INFO[language].locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** An instant as text, in the reader's or the given time zone: 'November 27, 2026 at 3:00 PM'. */
export function writtenMoment(language: Language, instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LANGUAGE_INFO[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
}
