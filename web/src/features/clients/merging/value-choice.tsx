import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
  fieldNamed,
} from '@ledgerline/contract/clients/fields/catalog';
import { PAYMENT_CARD_FIELDS } from '@ledgerline/contract/clients/merging/endpoints';
import {
  canKeepAll,
  differentNotes,
  joinNotes,
  joinProblem,
  KEEP_ALL,
} from '@ledgerline/contract/clients/merging/join-notes';
import { Radio, SimpleGrid } from '@mantine/core';
import { clientName, historyValue } from '../client-display.ts';
import type { MergePreview } from './use-merges.ts';

type Compared = MergePreview['data'][number];
/** A client, or all of them. */
export type Chosen = number | typeof KEEP_ALL;

interface ValueChoiceProps {
  choice: Choice;
  clients: Compared[];
  into: number;
  suggested: Chosen;
  value: Chosen;
  onChoose: (value: Chosen) => void;
}

/** The values of one choice next to each other, and for notes the option to keep all of them. */
export function ValueChoice({ choice, clients, into, suggested, value, onChoose }: ValueChoiceProps) {
  const { names, label, note } = choice;
  const all = joined(choice, clients, into);
  return (
    <Radio.Group
      label={label}
      description={note}
      value={String(value)}
      onChange={(chosen) => onChoose(chosen === KEEP_ALL ? chosen : Number(chosen))}
    >
      <SimpleGrid cols={{ base: 1, sm: clients.length }} mt={4} spacing="xs">
        {clients.map(({ id, client }, at) => (
          <Radio
            key={id}
            value={String(id)}
            label={valuesText(names, client)}
            // Names the client, because on narrow screens long notes are below each other.
            description={[note && `Client ${at + 1}: ${clientName(client)}`, id === suggested && 'Suggested']
              .filter(Boolean)
              .join(' · ')}
            styles={{ label: { overflowWrap: 'anywhere' } }}
          />
        ))}
      </SimpleGrid>
      {all && (
        <Radio
          mt="xs"
          value={KEEP_ALL}
          label={all.label}
          disabled={all.problem !== null}
          description={
            all.problem ??
            `${suggested === KEEP_ALL ? 'Suggested · ' : ''}One text after the other, with a blank line between them`
          }
        />
      )}
    </Radio.Group>
  );
}

/** The option to keep all notes: the texts of the remaining client and of the others, as the server joins them. */
function joined({ names: [name] }: Choice, clients: readonly Compared[], into: number) {
  const field = fieldNamed(name);
  if (!canKeepAll(field)) return null;
  const inOrder = clients.toSorted((a, b) => Number(b.id === into) - Number(a.id === into));
  const notes = differentNotes(inOrder.map(({ client }) => client[name]));
  if (notes.length < 2) return null;
  const problem = joinProblem(joinNotes(notes), field);
  return {
    label: notes.length === 2 ? 'Both' : `All ${notes.length}`,
    problem: problem && `The text ${problem}.`,
  };
}

function valueText(name: FieldName, value: FieldValue): string {
  if (value === null || value === '') return 'Empty';
  return historyValue(name, value) || 'Filled';
}

type Client = Compared['client'];

const HIDDEN_DIFFERENCE = 'Values that look the same differ in characters that are not shown.';

/** The filled values of one choice. */
function valuesText(names: readonly FieldName[], client: Client): string {
  const texts = names.map((name) => valueText(name, client[name] ?? null)).filter((text) => text !== 'Empty');
  return texts.join(' · ') || 'Empty';
}

interface Choice {
  names: readonly [FieldName, ...FieldName[]];
  label: string;
  note?: string | undefined;
}

/** What the agent chooses: the fields that differ, a card as a whole. */
export function choicesOf({ data, differing_secrets }: MergePreview): Choice[] {
  const isDifferent = ({ name, kind }: CatalogField) =>
    kind === 'secret'
      ? differing_secrets.includes(name)
      : new Set(data.map(({ client }) => String(client[name] ?? ''))).size > 1;
  const differing = CLIENT_FIELDS.filter(isDifferent);
  const first = differing.find(({ name }) => PAYMENT_CARD_FIELDS.includes(name));
  return differing.flatMap((field): Choice[] => {
    const isCard = PAYMENT_CARD_FIELDS.includes(field.name);
    if (isCard && field !== first) return [];
    const names: Choice['names'] = isCard ? PAYMENT_CARD_FIELDS : [field.name];
    const shown = new Set(data.map(({ client }) => valuesText(names, client)));
    const isHidden = shown.size < data.length && names.some((name) => differing_secrets.includes(name));
    return [{ names, label: isCard ? 'Card' : field.label, note: isHidden ? HIDDEN_DIFFERENCE : undefined }];
  });
}
