import type { Signing } from '@ledgerline/contract/esign/endpoints';
import { isRecord } from '@ledgerline/contract/web-forms/structure';
import type { FieldValue, FieldValues } from './stops.ts';

type Document = Pick<Signing, 'session_form_id' | 'signer'>;

const keyOf = ({ session_form_id, signer }: Document) => `signing:${session_form_id}:${signer}`;

/** Mirrors what was filled in, for this tab only: a document that has to be opened again keeps it. */
export function keepDraft(document: Document, values: FieldValues): void {
  sessionStorage.setItem(keyOf(document), JSON.stringify(values));
}

export function dropDraft(document: Document): void {
  sessionStorage.removeItem(keyOf(document));
}

/** The given values with those that were filled in before, as far as the document still has their fields. */
export function withDraft(
  document: Document,
  values: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const kept = readKept(document);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const before = kept[name];
      return [name, isSameKind(before, value) ? before : value];
    }),
  );
}

function isSameKind(value: unknown, example: FieldValue): value is FieldValue {
  return typeof value === typeof example;
}

function readKept(document: Document): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(document)) ?? '{}');
    return isRecord(kept) ? kept : {};
  } catch {
    return {};
  }
}
