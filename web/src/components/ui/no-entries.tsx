import { Button, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NoEntriesProps {
  /** A filter or search hides the entries there are. */
  isNarrowed: boolean;
  /** What was looked for and is nowhere may be added from here. */
  noMatch: { title: string; text: string; addLabel?: string; onAdd?: () => void };
  none: { title: string; text: string; icon: ReactNode; addLabel: string };
  onAdd: () => void;
  onClear: () => void;
}

/** An empty list: nothing matches, or nothing is there yet. */
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
