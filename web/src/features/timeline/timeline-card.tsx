import { MAX_CALL_TEXT, TIMELINE_KINDS, type TimelineKind } from '@ledgerline/contract/rules';
import type { TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import { ActionIcon, Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { KIND_CHOICES, OUTCOME_CHOICES } from '../../domain/calls/call-text.ts';
import { type CallValues, callBody, callErrors } from '../../domain/calls/call-values.ts';
import { LogCallLine } from '../../domain/calls/log-call-line.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { dayIn } from '../../domain/today.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { invalidateTimeline, useTimeline, useUpdateCall } from './api.ts';
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
  // The state is here because an entry can be removed or replaced while it is edited.
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
          <Box mb="xs">
            <SearchInput label="Search the timeline" q={q} onSearch={setSearch} autoFocus />
          </Box>
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

interface EditCallDialogProps {
  id: number;
  /** The entry as shown in the timeline. */
  start: CallValues;
  onClose: () => void;
}

/** Edits a logged call, text, meeting or note. */
function EditCallDialog(props: EditCallDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Edit Log Entry" size="md">
      <EditCallForm {...props} />
    </GuardedModal>
  );
}

function useCallForm({ id, start, onClose }: EditCallDialogProps) {
  const { time_zone } = usePublicSettings();
  const queryClient = useQueryClient();
  const update = useUpdateCall(id);
  // An agent who was warned of a conflicting edit overwrites it.
  const was = useRef<CallValues | null>(start);
  return useEditing<CallValues, unknown>({
    start,
    check: (values) => callErrors(values, dayIn(time_zone), start.follow_up_on),
    async send(values) {
      try {
        const seen = was.current && { was: callBody(was.current) };
        return await update.mutateAsync({ ...callBody(values), ...seen });
      } catch (error) {
        if (hasErrorCode(error, 'conflict')) was.current = null;
        // The result is visible behind the dialog.
        void invalidateTimeline(queryClient);
        throw error;
      }
    },
    successMessage: 'Log entry updated.',
    onDone: onClose,
    failed: (error) =>
      hasErrorCode(error, 'conflict')
        ? 'Someone else has just changed this entry. Save again to replace their changes with yours.'
        : `The entry was not changed. ${error.message}`,
    logText: `call ${id} was not changed`,
  });
}

function EditCallForm(props: EditCallDialogProps) {
  const editing = useCallForm(props);
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Save">
      <TextInput
        label="Call notes"
        autoComplete="off"
        maxLength={MAX_CALL_TEXT}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Group grow align="flex-start" gap="sm">
        <NativeSelect label="Type" data={KIND_CHOICES} {...form.getInputProps('kind')} />
        <NativeSelect
          label="Outcome"
          data={OUTCOME_CHOICES}
          disabled={form.values.kind === 'note'}
          {...form.getInputProps('outcome')}
        />
      </Group>
      <DateInput
        label="Next follow-up"
        isUpcoming
        description="A new date sets the client’s next follow-up. Leave it empty to keep the current one."
        {...form.getInputProps('follow_up_on')}
        onChange={(day) => form.setFieldValue('follow_up_on', day)}
      />
    </DialogForm>
  );
}
