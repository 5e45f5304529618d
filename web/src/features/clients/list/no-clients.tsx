import type { StatusCounts } from '@ledgerline/contract/clients/schemas';
import { IconUsers } from '@tabler/icons-react';
import { NoEntries } from '../../../components/ui/no-entries.tsx';
import { useAccessScopeNote } from '../../../domain/agents/use-access-scope.ts';

interface NoClientsProps {
  q: string;
  /** Only one's own clients are looked through. */
  isMine: boolean;
  /** What is shown was found for an earlier search: nobody knows yet whether the person is there. */
  isSearching: boolean;
  counts: StatusCounts;
  /** With the search that found nobody, or without. */
  onAdd: (startFrom?: string) => void;
  onClear: () => void;
}

/** The counts follow the search: nobody in any status is a person to add, somebody in another one to look for there. */
export function NoClients({ q, isMine, isSearching, counts, onAdd, onClear }: NoClientsProps) {
  const isNowhere = q !== '' && counts.all === 0 && !isSearching && !isMine;
  const note = useAccessScopeNote();
  const why = note ? ` ${note}` : '';
  const narrowed = isMine ? 'No client of yours matches this.' : 'No client matches this status and search.';
  return (
    <NoEntries
      isNarrowed={isMine || q !== '' || counts.all > 0}
      onAdd={() => onAdd()}
      onClear={onClear}
      noMatch={{
        title: 'No clients found',
        text: `${isNowhere ? 'No client matches this search.' : narrowed}${why}`,
        ...(isNowhere ? { addLabel: `Add “${shortened(q)}”`, onAdd: () => onAdd(q) } : {}),
      }}
      none={{
        title: 'No clients yet',
        text: note ?? 'The people you serve are listed here with their status, plan and next follow-up.',
        icon: <IconUsers size={22} aria-hidden />,
        addLabel: 'Add client',
      }}
    />
  );
}

const SHOWN_CHARACTERS = 40;

function shortened(q: string): string {
  return q.length > SHOWN_CHARACTERS ? `${q.slice(0, SHOWN_CHARACTERS)}…` : q;
}
