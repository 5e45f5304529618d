import { Button, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoEntriesProps {
  /** A filter or search hides existing entries. */
  isNarrowed: boolean;
  /** Adds what the search did not find. */
  noMatch: { title: string; text: string; addLabel?: string; onAdd?: () => void };
  none: { title: string; text: string; icon: ReactNode; addLabel: string };
  onAdd: () => void;
  onClear: () => void;
}

/** An empty list: no matches, or no entries yet. */
export function NoEntries({ isNarrowed, noMatch, none, onAdd, onClear }: NoEntriesProps) {
  if (isNarrowed)
    return (
      <EmptyState
        title={noMatch.title}
        text={noMatch.text}
        icon={<IconSearch size={22} aria-hidden />}
        action={
          <Group gap="xs" justify="center">
            {noMatch.addLabel && <Button onClick={noMatch.onAdd}>{noMatch.addLabel}</Button>}
            <Button variant="default" onClick={onClear}>
              Clear
            </Button>
          </Group>
        }
      />
    );
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
