import { UnstyledButton } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './card-list.module.css';

interface CardListProps extends Pick<ComponentPropsWithRef<'ul'>, 'aria-label' | 'className' | 'children'> {
  /** Maximum height before it scrolls. */
  maxHeight?: string;
}

/** The list in a card of a client or session: each entry opens something. */
export function CardList({ maxHeight, className, ...list }: CardListProps) {
  return <ul {...list} className={withClass(styles.list, className)} style={{ maxHeight }} />;
}

/** Opens an entry; other actions on it sit next to it. */
export function CardEntry({ children }: { children: ReactNode }) {
  return <li className={styles.entry}>{children}</li>;
}

function Opening({ className, ...link }: ComponentPropsWithRef<'a'>) {
  return <a {...link} className={withClass(styles.open, className)} />;
}

/** The part of an entry that links to it. */
export const EntryLink = createLink(Opening);

/** The part of an entry that opens its dialog. */
export function EntryButton(props: { onClick: () => void; children: ReactNode }) {
  return <UnstyledButton {...props} className={styles.open} />;
}

function withClass(own: string | undefined, more: string | undefined): string {
  return [own, more].filter(Boolean).join(' ');
}
