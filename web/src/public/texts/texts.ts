import type { Language } from '@ledgerline/contract/web-forms/definition';
import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';
import type { TextKey, Texts, TextValues } from './text-key.ts';

const TEXTS: Record<Language, Texts> = { en, es, pt };

/** One text in one language, its `{placeholders}` filled in. */
export function textIn(language: Language, key: TextKey, values: TextValues = {}): string {
  const filled = TEXTS[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
  // A time may end with a full stop of its own: '3:00 p.m.'.
  return filled.replaceAll('..', '.');
}

const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US', pt: 'pt-BR' };

/** An instant as people say it: 'November 27, 2026 at 3:00 PM'. */
export function momentIn(language: Language, instant: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(instant),
  );
}

/** A calendar day as people say it: 'November 27, 2026'. */
export function dayIn(language: Language, day: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
