import { hasVisibleText, richTextProblem } from '../../rules.ts';
import type { FieldValue } from '../field-values.ts';
import type { CatalogField } from '../fields/catalog.ts';

/** The choice to keep the different texts of all clients, for fields that hold several paragraphs. */
export const KEEP_ALL = 'all';

export const canKeepAll = ({ kind }: Pick<CatalogField, 'kind'>): boolean => kind === 'richtext';

/** The different texts among these, in their order. */
export function differentNotes(values: readonly (FieldValue | undefined)[]): string[] {
  return [...new Set(values.map((value) => String(value ?? '').trim()))].filter(hasVisibleText);
}

/** One text after the other, with a blank line between them. */
export function joinNotes(notes: readonly string[]): string {
  return notes.length === 1 ? (notes[0] ?? '') : notes.map(asBlocks).join('<p></p>');
}

const BLOCK = /<(?:p|ul|ol|h[1-4]|blockquote|pre|hr)\b/i;

/** Notes of imports may be plain text without a paragraph. */
const asBlocks = (note: string): string => (BLOCK.test(note) ? note : `<p>${note}</p>`);

/** Why the joined text cannot be stored, as a sentence about the field; null if it can. */
export function joinProblem(joined: string, { maxLength }: Pick<CatalogField, 'maxLength'>): string | null {
  const count = (characters: number) => characters.toLocaleString('en-US');
  if (joined.length > maxLength)
    return `would have ${count(joined.length)} characters, and at most ${count(maxLength)} can be stored. Choose one client’s text`;
  return richTextProblem(joined) && 'would have too much formatting. Choose one client’s text';
}
