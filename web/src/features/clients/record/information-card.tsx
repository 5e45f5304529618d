import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { Button, Text } from '@mantine/core';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import type { Client } from '../api.ts';
import { isEmptyValue } from '../client-display.ts';
import { type CardDefinition, DIALOGS, type DialogId, type FieldSection } from './client-cards.ts';
import { FieldValue } from './field-value.tsx';
import styles from './information-card.module.css';

interface InformationCardProps {
  card: CardDefinition;
  client: Client;
  onEdit: (dialog: DialogId) => void;
}

/** A quiet grid of label over value; a card without any value folds to one line. */
export function InformationCard({ card, client, onEdit }: InformationCardProps) {
  const isEmpty = card.sections.every((section) => isSectionEmpty(client, section));
  const shown = card.sections.filter((section) => !(section.isSlot && isSectionEmpty(client, section)));
  return (
    <CardFrame title={card.title} onEdit={() => onEdit(card.dialog)} aside={isEmpty && <Dash />}>
      {!isEmpty &&
        shown.map((section) => (
          <CardSection key={section.fields.join()} section={section} client={client} columns={card.columns} />
        ))}
      {card.moreDialogs?.map((dialog) => (
        <Button
          key={dialog}
          variant="subtle"
          size="compact-sm"
          className={styles.more}
          onClick={() => onEdit(dialog)}
        >
          {DIALOGS[dialog].title}
        </Button>
      ))}
    </CardFrame>
  );
}

function isSectionEmpty(client: Client, section: FieldSection): boolean {
  return section.fields.every((name) => isEmptyValue(fieldNamed(name), client[name]));
}

interface CardSectionProps {
  section: FieldSection;
  client: Client;
  columns: CardDefinition['columns'];
}

function CardSection({ section, client, columns }: CardSectionProps) {
  const isEmpty = isSectionEmpty(client, section);
  if (section.title && isEmpty)
    return (
      <div className={styles.emptySection}>
        <h3 className={styles.heading}>{section.title}</h3>
        <Dash />
      </div>
    );
  return (
    <div className={styles.section}>
      {section.title && <h3 className={styles.heading}>{section.title}</h3>}
      <dl className={styles.grid} data-columns={columns}>
        {section.fields.map((name) => (
          <CardField key={name} name={name} client={client} isAlone={section.fields.length === 1} />
        ))}
      </dl>
    </div>
  );
}

interface CardFieldProps {
  name: FieldSection['fields'][number];
  client: Client;
  isAlone: boolean;
}

const WIDE_PX = 220;
/** Across a narrow screen. */
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

function Dash() {
  return (
    <Text span size="sm" c="dimmed">
      —
    </Text>
  );
}
