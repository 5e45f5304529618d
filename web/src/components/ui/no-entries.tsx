import { Button, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchesProps {
  title: string;
  text: string;
  onClear: () => void;
  /** Button that adds an entry for the search. */
  addLabel?: string | undefined;
  onAdd?: (() => void) | undefined;
}

/** A filter or search hides existing entries. */
export function NoMatches({ title, text, onClear, addLabel, onAdd }: NoMatchesProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      icon={<IconSearch size={22} aria-hidden />}
      action={
        <Group gap="xs" justify="center">
          {addLabel && <Button onClick={onAdd}>{addLabel}</Button>}
          <Button variant="default" onClick={onClear}>
            Clear
          </Button>
        </Group>
      }
    />
  );
}

interface NoEntriesProps {
  /** A filter or search hides existing entries. */
  isNarrowed: boolean;
  noMatch: Omit<NoMatchesProps, 'onClear'>;
  none: { title: string; text: string; icon: ReactNode; addLabel: string };
  onAdd: () => void;
  onClear: () => void;
}

/** An empty list: no matches, or no entries yet. */
export function NoEntries({ isNarrowed, noMatch, none, onAdd, onClear }: NoEntriesProps) {
  if (isNarrowed) return <NoMatches {...noMatch} onClear={onClear} />;
  return (
    <EmptyState
      title={none.title}
      text={none.text}
      icon={none.icon}
      action={
        <Button variant="default" onClick={onAdd}>
          {none.addLabel}
        </Button>
      }
    />
  );
}
