import {
  type CalendarFeed,
  FEED_DAYS_BACK,
  type getCalendarFeed,
} from '@ledgerline/contract/calendar/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { momentText } from '../../domain/days.ts';
import { useCalendarFeed, useCreateCalendarFeed, useDeleteCalendarFeed } from './api.ts';

/**
 * The agent's follow-ups and tasks as a calendar feed. The link is created, shown once, replaced and removed here
 * (decision 053).
 */
export function CalendarFeedCard() {
  const query = useCalendarFeed();
  return (
    <SectionCard title="Calendar feed">
      <Loaded
        query={query}
        failed="The calendar feed could not be loaded."
        loading={<Skeleton height={84} role="status" aria-label="Loading the calendar feed" />}
        isInCard
      >
        {(data) => <Feed {...data} />}
      </Loaded>
    </SectionCard>
  );
}

function Feed({ feed, has_calendar_names }: ReplyOf<typeof getCalendarFeed>) {
  const create = useCreateCalendarFeed();
  const [dialog, setDialog] = useState<'replace' | 'remove' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const close = () => setDialog(null);
  const createFeed = () => create.mutate(undefined, { onSuccess: (created) => setUrl(created.url) });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Subscribe in Google, Outlook or Apple Calendar to see your clients’ follow-ups and your open tasks,
        from {FEED_DAYS_BACK} days ago to one year ahead. Clients appear with their{' '}
        {has_calendar_names ? 'names' : 'initials'}, and task titles as you wrote them
        {has_calendar_names ? '' : ', without the client’s name'}.
      </Text>
      {create.isError && (
        <LoadAlert text={create.error.message} onRetry={createFeed} isRetrying={create.isPending} />
      )}
      {url !== null && <NewAddress url={url} />}
      {feed === null ? (
        <Group>
          <Button
            leftSection={<IconCalendarShare size={16} aria-hidden />}
            loading={create.isPending}
            onClick={createFeed}
          >
            Create Calendar Link
          </Button>
        </Group>
      ) : (
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="tabular">
            {feedText(feed)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog('replace')}>
              Replace Calendar Link
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDialog('remove')}>
              Remove Calendar Link
            </Button>
          </Group>
        </Group>
      )}
      {dialog === 'replace' && <ReplaceAddressDialog onCreated={setUrl} onClose={close} />}
      {dialog === 'remove' && <RemoveAddressDialog onRemoved={() => setUrl(null)} onClose={close} />}
    </Stack>
  );
}

function feedText({ created_at, last_fetched_at }: CalendarFeed): string {
  const fetched =
    last_fetched_at === null ? 'not fetched yet' : `last fetched ${momentText(last_fetched_at)}`;
  return `Created ${momentText(created_at)}, ${fetched}.`;
}

/** A link that was just created. It cannot be shown again. */
function NewAddress({ url }: { url: string }) {
  return (
    <Alert color="teal" role="status" title="Copy the calendar link now. It is shown only once.">
      <Stack gap="xs" align="flex-start">
        <TextInput
          aria-label="Calendar link"
          value={url}
          readOnly
          w="100%"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label="Copy calendar link" />
        <Text size="sm">
          In your calendar app, add a calendar by URL (“subscribe”). Anyone who has the link can read the
          feed, so don’t share it.
        </Text>
      </Stack>
    </Alert>
  );
}

interface ReplaceAddressDialogProps {
  onCreated: (url: string) => void;
  onClose: () => void;
}

/** Confirms replacing the current link. */
function ReplaceAddressDialog({ onCreated, onClose }: ReplaceAddressDialogProps) {
  const create = useCreateCalendarFeed();
  return (
    <ConfirmDialog
      opened
      title="Replace the calendar link?"
      message="The current link will stop working. Calendars that use it stop updating until you add the new link."
      failure={create.error?.message}
      confirmLabel="Replace Calendar Link"
      danger
      busy={create.isPending}
      onConfirm={() =>
        create.mutate(undefined, {
          onSuccess: ({ url }) => {
            onCreated(url);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** Confirms removing the link, after which no calendar can read the feed. */
function RemoveAddressDialog({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const remove = useDeleteCalendarFeed();
  return (
    <DangerDialog
      title="Remove the calendar link?"
      message="The link will stop working. Events that a calendar app already copied stay there until you remove the subscription. You can create a new link at any time."
      confirmLabel="Remove Calendar Link"
      action={remove}
      input={undefined}
      doneText="The calendar link was removed."
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}
