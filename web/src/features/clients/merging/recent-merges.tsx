import { Button, Group, Text } from '@mantine/core';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { SectionCard } from '../../../components/ui/section-card.tsx';
import { momentText } from '../../../domain/days.ts';
import { undoneText } from './merge-text.ts';
import { type Merge, useMerges, useUndoMerge } from './use-merges.ts';

/** Merges of the last 30 days, each with its undo. */
export function RecentMerges() {
  const merges = useMerges();
  return (
    <SectionCard title="Merged in the last 30 days">
      <Loaded query={merges} failed="Couldn't load recent merges." loading={<LoadingRows rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No clients were merged. A merge can be undone here for 30 days.
            </Text>
          ) : (
            rows.map((merge) => <MergeRow key={merge.id} merge={merge} />)
          )
        }
      </Loaded>
    </SectionCard>
  );
}

function MergeRow({ merge }: { merge: Merge }) {
  const undo = useUndoMerge();
  const others = merge.merged.map(({ name }) => name || 'No name').join(', ');
  async function undoMerge() {
    try {
      notifySuccess(undoneText(await undo.mutateAsync(merge.id)));
    } catch (error) {
      console.error('the merge could not be undone', error);
      notifyError(`Couldn't undo the merge. ${error instanceof Error ? error.message : ''}`);
    }
  }
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">
          {merge.undone_at === null ? `${others} into ` : 'Into '}
          <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(merge.client_id) }} size="sm">
            {merge.client_name || 'No name'}
          </AnchorLink>
        </Text>
        <Text size="xs" c="dimmed">
          {`Merged by ${merge.merged_by} ${momentText(merge.merged_at)}`}
          {merge.undone_at !== null && ` · Undone ${momentText(merge.undone_at)}`}
        </Text>
      </div>
      {merge.undone_at === null && (
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          aria-label={`Undo the merge of ${others}`}
          onClick={() => void undoMerge()}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}
