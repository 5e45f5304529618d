import type { texts } from './messages/en.ts';

export type TextKey = keyof typeof texts;
/** One language: a text for each English key. */
export type Texts = Readonly<Record<TextKey, string>>;
/** A text with its placeholder values. */
export interface FilledText {
  key: TextKey;
  values?: TextValues;
}
export type TextValues = Readonly<Record<string, string | number>>;
