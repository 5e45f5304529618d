import { UnstyledButton } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './card-list.module.css';

interface CardListProps extends Pick<ComponentPropsWithRef<'ul'>, 'aria-label' | 'className' | 'children'> {
  /** Higher than this it scrolls. */
  maxHeight?: string;
}

/** The list in a card of a client or session: each entry opens something. */
export function CardList({ maxHeight, className, ...list }: CardListProps) {
  return <ul {...list} className={withClass(styles.list, className)} style={{ maxHeight }} />;
}

/** What opens an entry, and beside it what else can be done with it. */
export function CardEntry({ children }: { children: ReactNode }) {
  return <li className={styles.entry}>{children}</li>;
}

function Opening({ className, ...link }: ComponentPropsWithRef<'a'>) {
  return <a {...link} className={withClass(styles.open, className)} />;
}

/** The part of an entry that leads to it. */
export const EntryLink = createLink(Opening);

/** The part of an entry that opens it over the page. */
export function EntryButton(props: { onClick: () => void; children: ReactNode }) {
  return <UnstyledButton {...props} className={styles.open} />;
}

function withClass(own: string | undefined, more: string | undefined): string {
  return [own, more].filter(Boolean).join(' ');
}
