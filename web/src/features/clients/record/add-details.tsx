import { Box } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { EditButton, useCardEdit } from '../../../components/ui/card-frame.tsx';
import styles from './add-details.module.css';
import type { CardDefinition, DialogId } from './client-cards.ts';
import { MoreDialogs } from './information-card.tsx';

interface AddDetailsProps {
  /** The cards without information. */
  cards: readonly CardDefinition[];
  onEdit: (dialog: DialogId) => void;
}

/** The cards without information as one list; a click opens the card's dialog. */
export function AddDetails({ cards, onEdit }: AddDetailsProps) {
  return (
    <div className={styles.list}>
      <h2 className={styles.title}>Add details</h2>
      {cards.map((card) => (
        <BlankCard key={card.dialog} title={card.title} onEdit={() => onEdit(card.dialog)}>
          <MoreDialogs card={card} onEdit={onEdit} />
        </BlankCard>
      ))}
    </div>
  );
}

interface BlankCardProps {
  title: string;
  onEdit: () => void;
  children: ReactNode;
}

function BlankCard({ title, onEdit, children }: BlankCardProps) {
  const edit = useCardEdit(onEdit);
  const id = useId();
  return (
    <Box component="section" className={styles.card} aria-labelledby={id} onClick={edit.openOnClick}>
      <h3 id={id} className={styles.name}>
        {title}
      </h3>
      {children}
      <EditButton ref={edit.button} onClick={onEdit} aria-label={`Edit: ${title}`} />
    </Box>
  );
}
