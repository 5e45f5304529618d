import type { StatusCounts } from '@ledgerline/contract/clients/schemas';
import { IconUsers } from '@tabler/icons-react';
import { NoEntries } from '../../../components/ui/no-entries.tsx';
import { useAccessScopeNote } from '../../../domain/agents/use-access-scope.ts';

interface NoClientsProps {
  q: string;
  /** The list is limited to the agent's own clients. */
  isMine: boolean;
  /** The list is limited by conditions on fields. */
  isFiltered: boolean;
  /** The visible results are from an earlier search, so it is not known yet whether the client exists. */
  isSearching: boolean;
  counts: StatusCounts;
  /** `startFrom`: the search that had no results. */
  onAdd: (startFrom?: string) => void;
  onClear: () => void;
}

/**
 * The counts follow the search. No match in any status offers to add the client; a match in another status offers to
 * clear the filter.
 */
export function NoClients({ q, isMine, isFiltered, isSearching, counts, onAdd, onClear }: NoClientsProps) {
  const isUnknownEverywhere = q !== '' && counts.all === 0 && !isSearching && !isMine && !isFiltered;
  const note = useAccessScopeNote();
  const why = note ? ` ${note}` : '';
  const narrowed = isMine
    ? 'None of your clients match this.'
    : `No client matches ${isFiltered ? 'these filters' : 'this status and search'}.`;
  return (
    <NoEntries
      isNarrowed={isMine || isFiltered || q !== '' || counts.all > 0}
      onAdd={() => onAdd()}
      onClear={onClear}
      noMatch={{
        title: 'No clients found',
        text: `${isUnknownEverywhere ? 'No clients match this search.' : narrowed}${why}`,
        ...(isUnknownEverywhere ? { addLabel: `Add “${shortened(q)}”`, onAdd: () => onAdd(q) } : {}),
      }}
      none={{
        title: 'No clients yet',
        text: note ?? 'The people you serve are listed here with their status, plan and next follow-up.',
        icon: <IconUsers size={22} aria-hidden />,
        addLabel: 'Add Client',
      }}
    />
  );
}

const SHOWN_CHARACTERS = 40;

function shortened(q: string): string {
  return q.length > SHOWN_CHARACTERS ? `${q.slice(0, SHOWN_CHARACTERS)}…` : q;
}
