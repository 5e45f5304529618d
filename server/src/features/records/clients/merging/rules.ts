import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import {
  type MergeChoices,
  PAYMENT_CARD_FIELDS,
  RELATIONSHIP_FIELDS,
} from '@ledgerline/contract/clients/merging/endpoints';
import {
  canKeepAll,
  differentNotes,
  joinNotes,
  joinProblem,
  KEEP_ALL,
} from '@ledgerline/contract/clients/merging/join-notes';

/** A client as the suggestion compares it: values in wire form, secrets in plain text. */
export interface MergedClient {
  id: number;
  updated_at: string;
  value: (name: FieldName) => FieldValue | undefined;
}

const isFilled = (value: FieldValue | undefined): boolean =>
  value !== null && value !== undefined && String(value).trim() !== '';

/**
 * Suggests the most complete client as the one that remains, the newest of equals, and for each field the value of the client
 * that was changed last among those that have one. A value of the remaining client that others share stays, and different notes are all kept if they fit.
 */
export function suggestMerge(clients: readonly MergedClient[]): { into: number; choices: MergeChoices } {
  const filled = ({ value }: MergedClient) =>
    CLIENT_FIELDS.filter(({ name }) => isFilled(value(name))).length;
  const newestFirst = clients.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  const [into] = newestFirst.toSorted((a, b) => filled(b) - filled(a));
  const choices: MergeChoices = {};
  for (const field of CLIENT_FIELDS.filter(({ name }) => !PAYMENT_CARD_FIELDS.includes(name))) {
    const chosen = into && chosenOf(field, into, newestFirst);
    if (suggestsAll(field, clients)) choices[field.name] = KEEP_ALL;
    else if (chosen && chosen !== into) choices[field.name] = chosen.id;
  }
  return { into: into?.id ?? 0, choices: { ...choices, ...(into && cardChoice(into, newestFirst)) } };
}

/** Whether both notes fit into one field. */
function suggestsAll(field: CatalogField, clients: readonly MergedClient[]): boolean {
  if (!canKeepAll(field)) return false;
  const notes = differentNotes(clients.map(({ value }) => value(field.name)));
  return notes.length > 1 && joinProblem(joinNotes(notes), field) === null;
}

/** The card that was changed last, from the client with most of its fields. */
function cardChoice(into: MergedClient, newestFirst: readonly MergedClient[]): MergeChoices {
  const filled = ({ value }: MergedClient) =>
    PAYMENT_CARD_FIELDS.filter((name) => isFilled(value(name))).length;
  const newest = newestFirst.find(({ value }) => isFilled(value('card_number')));
  const same = newest
    ? newestFirst.filter(({ value }) => value('card_number') === newest.value('card_number'))
    : newestFirst;
  const [best] = same.toSorted((a, b) => filled(b) - filled(a));
  const isOwn =
    !best || PAYMENT_CARD_FIELDS.every((name) => (best.value(name) ?? '') === (into.value(name) ?? ''));
  return isOwn ? {} : Object.fromEntries(PAYMENT_CARD_FIELDS.map((name) => [name, best.id]));
}

function chosenOf(
  { name }: CatalogField,
  into: MergedClient,
  newestFirst: readonly MergedClient[],
): MergedClient {
  const own = into.value(name);
  if (RELATIONSHIP_FIELDS.has(name) && isFilled(own)) return into;
  const newest = newestFirst.find(({ value }) => isFilled(value(name)));
  return newest === undefined || newest.value(name) === own ? into : newest;
}

/** The values that the merged client gets where they differ from its own. */
export function chosenFields(
  into: number,
  choices: MergeChoices,
): { field: CatalogField; from: number | typeof KEEP_ALL }[] {
  return CLIENT_FIELDS.flatMap((field: CatalogField) => {
    const from = choices[field.name];
    return from === undefined || from === into ? [] : [{ field, from }];
  });
}
