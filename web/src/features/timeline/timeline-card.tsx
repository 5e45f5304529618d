import { TIMELINE_KINDS, type TimelineKind } from '@ledgerline/contract/rules';
import type { TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import type { CallValues } from '../../domain/calls/call-values.ts';
import { LogCallLine } from '../../domain/calls/log-call-line.tsx';
import { useTimeline } from './api.ts';
import { EditCallDialog } from './edit-call-dialog.tsx';
import styles from './timeline-card.module.css';
import { TimelineRow } from './timeline-row.tsx';
import { KIND_LABELS } from './timeline-text.ts';

const CHOICES = [
  { value: '', label: 'Everything' },
  ...TIMELINE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];

/** A client's history, newest first, with an input to log a call. */
export function TimelineCard({ clientId }: { clientId: number }) {
  const [kind, setKind] = useState<TimelineKind | undefined>();
  const [q, setSearch] = useState('');
  const [isSearching, searching] = useDisclosure(false);
  // State is held here: an entry can be removed or replaced while it is edited.
  const [edited, setEdited] = useState<{ id: number; start: CallValues } | null>(null);
  const isFiltered = kind !== undefined || q !== '';
  const timeline = useTimeline(clientId, { ...(kind ? { kind } : {}), ...(q ? { q } : {}) });
  const filters = (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        aria-label="Show"
        variant="unstyled"
        size="xs"
        className={styles.kinds ?? ''}
        data={CHOICES}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => setKind(TIMELINE_KINDS.find((one) => one === value))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Search the timeline"
        aria-expanded={isSearching}
        title="Search the timeline"
        onClick={() => {
          setSearch('');
          searching.toggle();
        }}
      >
        <IconSearch size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <>
      <CardFrame title="Timeline" aside={filters}>
        <LogCallLine clientId={clientId} />
        {isSearching && (
          <div className={styles.search}>
            <SearchInput label="Search the timeline" q={q} onSearch={setSearch} autoFocus />
          </div>
        )}
        <Loaded
          query={timeline}
          failed="The timeline could not be loaded."
          loading={<LoadingRows rows={4} height={48} label="Loading the timeline" />}
          isInCard
          showsStale
        >
          {({ pages }) => (
            <Lines
              clientId={clientId}
              lines={pages.flatMap(({ lines }) => lines)}
              isFiltered={isFiltered}
              onEdit={(id, start) => setEdited({ id, start })}
            />
          )}
        </Loaded>
        {timeline.hasNextPage && (
          <Button
            variant="default"
            mt="xs"
            onClick={() => void timeline.fetchNextPage()}
            loading={timeline.isFetchingNextPage}
          >
            Show Older
          </Button>
        )}
      </CardFrame>
      {edited && <EditCallDialog {...edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface LinesProps {
  clientId: number;
  lines: readonly TimelineLine[];
  isFiltered: boolean;
  onEdit: (id: number, logged: CallValues) => void;
}

function Lines({ clientId, lines, isFiltered, onEdit }: LinesProps) {
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {isFiltered ? 'No matching entries.' : 'No activity yet.'}
      </Text>
    );
  return (
    <CardList aria-label="Timeline">
      {lines.map((line) => (
        <TimelineRow key={`${line.event} ${line.id}`} clientId={clientId} line={line} onEdit={onEdit} />
      ))}
    </CardList>
  );
}
