import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { signedInAgent } from '../../../lib/sign-in.ts';
import type { Client } from '../api.ts';
import { isEmptyValue } from '../client-display.ts';
import { type CardDefinition, DIALOGS, type DialogId } from './client-cards.ts';
import { FieldValue } from './field-value.tsx';
import styles from './information-card.module.css';

interface InformationCardProps {
  card: CardDefinition;
  client: Client;
  onEdit: (dialog: DialogId) => void;
}

/** A grid of labels and values. Empty fields are collapsed until requested. */
export function InformationCard({ card, client, onEdit }: InformationCardProps) {
  const { showsEmpty, toggle } = useShowsEmpty(card.dialog);
  const isEmpty = (name: FieldName) => isEmptyValue(fieldNamed(name), client[name]);
  const names = card.sections.flatMap(({ fields }) => fields);
  const empty = names.filter(isEmpty).length;
  const label = `${showsEmpty ? 'Hide' : 'Show'} ${empty} empty ${empty === 1 ? 'field' : 'fields'}`;
  const fold = empty > 0 && (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.fold}
      aria-expanded={showsEmpty}
      aria-label={`${label}: ${card.title}`}
      onClick={toggle}
    >
      {label}
    </Button>
  );
  return (
    <CardFrame title={card.title} onEdit={() => onEdit(card.dialog)}>
      {card.sections.map(({ title, fields }) => (
        <CardSection
          key={fields.join()}
          title={title}
          fields={showsEmpty ? fields : fields.filter((name) => !isEmpty(name))}
          client={client}
          columns={card.columns}
        />
      ))}
      <div className={styles.footer}>
        {fold}
        <MoreDialogs card={card} onEdit={onEdit} />
      </div>
    </CardFrame>
  );
}

/** Further dialogs of a card. */
export function MoreDialogs({ card, onEdit }: Pick<InformationCardProps, 'card' | 'onEdit'>) {
  return card.moreDialogs?.map((dialog) => (
    <Button key={dialog} variant="subtle" size="compact-sm" onClick={() => onEdit(dialog)}>
      {DIALOGS[dialog].title}
    </Button>
  ));
}

/** Whether a client has none of a card's information. */
export function isBlank({ sections }: CardDefinition, client: Client): boolean {
  return sections.every(({ fields }) => fields.every((name) => isEmptyValue(fieldNamed(name), client[name])));
}

interface CardSectionProps {
  title: string | undefined;
  fields: readonly FieldName[];
  client: Client;
  columns: CardDefinition['columns'];
}

function CardSection({ title, fields, client, columns }: CardSectionProps) {
  if (fields.length === 0) return null;
  return (
    <div className={styles.section}>
      {title && <h3 className={styles.heading}>{title}</h3>}
      <dl className={styles.grid} data-columns={columns}>
        {fields.map((name) => (
          <CardField key={name} name={name} client={client} isAlone={fields.length === 1} />
        ))}
      </dl>
    </div>
  );
}

interface CardFieldProps {
  name: FieldName;
  client: Client;
  isAlone: boolean;
}

const WIDE_PX = 220;
/** Full width on narrow screens. */
const LONG_KINDS = ['email', 'url', 'phone'];

function CardField({ name, client, isAlone }: CardFieldProps) {
  const field = fieldNamed(name);
  const isWide = isAlone || field.kind === 'richtext' || field.width >= WIDE_PX;
  return (
    <div
      className={styles.field}
      data-wide={isWide || undefined}
      data-long={LONG_KINDS.includes(field.kind) || undefined}
    >
      <dt>{field.short}</dt>
      <dd>
        <FieldValue client={client} field={field} />
      </dd>
    </div>
  );
}

/** Local storage key for the cards that show empty fields, per signed-in agent. */
const keyOfAgent = () => `client.empty.${signedInAgent()?.id ?? 0}`;

function storedCards(): string[] {
  return (localStorage.getItem(keyOfAgent()) ?? '').split(' ').filter(Boolean);
}

/** Whether a card shows its empty fields. Persisted across clients and visits. */
function useShowsEmpty(card: string): { showsEmpty: boolean; toggle: () => void } {
  const [showsEmpty, setShown] = useState(() => storedCards().includes(card));
  function toggle() {
    const others = storedCards().filter((stored) => stored !== card);
    localStorage.setItem(keyOfAgent(), (showsEmpty ? others : [...others, card]).join(' '));
    setShown(!showsEmpty);
  }
  return { showsEmpty, toggle };
}
