import { Button } from '@mantine/core';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';

interface NoClientsProps {
  /** A filter or search hides the clients there are. */
  isNarrowed: boolean;
  onAdd: () => void;
  onClear: () => void;
}

export function NoClients({ isNarrowed, onAdd, onClear }: NoClientsProps) {
  if (isNarrowed)
    return (
      <EmptyState
        title="No clients found"
        text="No client matches this status and search."
        icon={<IconSearch size={22} aria-hidden />}
        action={
          <Button variant="default" onClick={onClear}>
            Clear
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="No clients yet"
      text="The people you serve are listed here with their status, plan and next follow-up."
      icon={<IconUsers size={22} aria-hidden />}
      action={
        <Button variant="default" onClick={onAdd}>
          Add client
        </Button>
      }
    />
  );
}
