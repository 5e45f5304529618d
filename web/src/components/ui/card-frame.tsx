import { Paper, Title, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import styles from './card-frame.module.css';

interface CardFrameProps {
  title: string;
  /** What a click anywhere on the card opens. */
  onEdit?: () => void;
  /** Beside the title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A card of the client page: a click on it, or its button by keyboard, opens its dialog. */
export function CardFrame({ title, onEdit, aside, children }: CardFrameProps) {
  const button = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  function openOnClick(event: MouseEvent<HTMLElement>) {
    if (!onEdit || isInteractive(event) || isSelectingText()) return;
    // Where the focus returns to when the dialog closes.
    button.current?.focus({ preventScroll: true });
    onEdit();
  }
  return (
    <Paper
      component="section"
      withBorder
      className={styles.card}
      data-editable={onEdit !== undefined || undefined}
      aria-labelledby={titleId}
      onClick={openOnClick}
    >
      <div className={styles.head}>
        <Title order={2} id={titleId} className={styles.title}>
          {title}
        </Title>
        {aside}
        {onEdit && (
          <UnstyledButton ref={button} className={styles.edit} onClick={onEdit} aria-label={`Edit: ${title}`}>
            <IconPencil size={15} aria-hidden />
          </UnstyledButton>
        )}
      </div>
      {children}
    </Paper>
  );
}

export function isInteractive(event: MouseEvent<HTMLElement>): boolean {
  return event.target instanceof Element && event.target.closest('a, button, input') !== null;
}

export function isSelectingText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
