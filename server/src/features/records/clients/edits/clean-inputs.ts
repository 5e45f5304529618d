import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { richTextProblem } from '@ledgerline/contract/rules';
import { cleanTexts } from '#platform/clean-texts.ts';

type Input = Map<CatalogField, unknown>;

/**
 * Sanitizes rich text in the inputs, for comparison and storage. Text that is too long or too complex is not
 * sanitized: over-long text is replaced with a harmless placeholder that is still too long, and
 * `parseFieldValue` rejects the rest by the same rule.
 */
export async function cleanInputs(edits: readonly { input: Input }[]): Promise<Input[]> {
  const texts = edits.flatMap(({ input }) =>
    [...input].flatMap(([field, raw]) => cleanable(field, raw) ?? []),
  );
  const cleaned = (await cleanTexts(texts)).values();
  return edits.map(({ input }) => {
    const entries = [...input].map(([field, raw]): [CatalogField, unknown] => {
      if (cleanable(field, raw) !== null) return [field, cleaned.next().value];
      return [field, isTooLong(field, raw) ? 'x'.repeat(field.maxLength + 1) : raw];
    });
    return new Map(entries);
  });
}

function cleanable(field: CatalogField, raw: unknown): string | null {
  if (field.kind !== 'richtext' || typeof raw !== 'string' || isTooLong(field, raw)) return null;
  return richTextProblem(raw) === null ? raw : null;
}

function isTooLong(field: CatalogField, raw: unknown): boolean {
  return field.kind === 'richtext' && typeof raw === 'string' && raw.length > field.maxLength;
}
