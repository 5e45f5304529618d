import { IconUsers } from '@tabler/icons-react';
import { NoEntries } from '../../../components/ui/no-entries.tsx';

interface NoClientsProps {
  /** A filter or search hides the clients there are. */
  isNarrowed: boolean;
  onAdd: () => void;
  onClear: () => void;
}

export function NoClients(props: NoClientsProps) {
  return (
    <NoEntries
      {...props}
      noMatch={{ title: 'No clients found', text: 'No client matches this status and search.' }}
      none={{
        title: 'No clients yet',
        text: 'The people you serve are listed here with their status, plan and next follow-up.',
        icon: <IconUsers size={22} aria-hidden />,
        addLabel: 'Add client',
      }}
    />
  );
}
