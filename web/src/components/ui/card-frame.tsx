import { Paper, Title, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import styles from './card-frame.module.css';

interface CardFrameProps {
  title: string;
  /** Runs on a click anywhere on the card. */
  onEdit?: () => void;
  /** Shown next to the title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A card of the client page: a click on it, or its button by keyboard, opens its dialog. */
export function CardFrame({ title, onEdit, aside, children }: CardFrameProps) {
  const edit = useCardEdit(onEdit);
  const titleId = useId();
  return (
    <Paper
      component="section"
      withBorder
      className={styles.card}
      data-editable={onEdit !== undefined || undefined}
      aria-labelledby={titleId}
      onClick={edit.openOnClick}
    >
      <div className={styles.head}>
        <Title order={2} id={titleId} className={styles.title}>
          {title}
        </Title>
        {aside}
        {onEdit && <EditButton ref={edit.button} onClick={onEdit} aria-label={`Edit: ${title}`} />}
      </div>
      {children}
    </Paper>
  );
}

/** A card that a click anywhere on it edits, in addition to its keyboard-accessible button. */
export function useCardEdit(onEdit: (() => void) | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  function openOnClick(event: MouseEvent<HTMLElement>) {
    if (!onEdit || isInteractive(event) || isSelectingText()) return;
    // Where the focus returns to when the dialog closes.
    button.current?.focus({ preventScroll: true });
    onEdit();
  }
  return { button, openOnClick };
}

export function EditButton({ className = '', ...button }: ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton data-wide-target {...button} className={`${styles.edit} ${className}`}>
      <IconPencil size={15} aria-hidden />
    </UnstyledButton>
  );
}

/** Whether a click belongs to a nested control, or to an overlay and only bubbled here through the React tree. */
export function isInteractive({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false;
  return (
    !currentTarget.contains(target) || target.closest('a, button, input, label, [data-opens-not]') !== null
  );
}

export function isSelectingText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
