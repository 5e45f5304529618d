import type { texts } from './messages/en.ts';

export type TextKey = keyof typeof texts;
/** One language: a text for every key of the English ones. */
export type Texts = Readonly<Record<TextKey, string>>;
/** A text with what is filled into it. */
export interface FilledText {
  key: TextKey;
  values?: TextValues;
}
export type TextValues = Readonly<Record<string, string | number>>;
