import type { SavedView } from '@ledgerline/contract/saved-views/endpoints';
import { DELETED_VIEW_DAYS, type SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { Button, Group, Stack, Text } from '@mantine/core';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { messageOf } from '../../lib/api-error.ts';
import { dayText } from '../days.ts';
import { useDeletedViews, useRestoreView } from './use-saved-views.ts';

interface DeletedViewsDialogProps extends Openable {
  list: SavedViewList;
  onRestored: (view: SavedView) => void;
}

/** Views that were deleted in the last 30 days. */
export function DeletedViewsDialog({ list, opened, onRestored, onClose }: DeletedViewsDialogProps) {
  const restoring = useRestoreView();
  const restore = (id: number) =>
    restoring.mutate(id, {
      onSuccess(view) {
        notifySuccess(`View “${view.name}” was restored.`);
        onRestored(view);
        onClose();
      },
      onError(error) {
        console.error('the view was not restored', error);
        notifyError(messageOf(error), 'The view was not restored');
      },
    });
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Deleted views" size="sm">
      <Text size="sm" c="dimmed">
        Deleted views can be restored for {DELETED_VIEW_DAYS} days.
      </Text>
      <Loaded
        query={useDeletedViews(list, opened)}
        failed="The deleted views could not be loaded"
        loading={<LoadingRows rows={2} height={44} label="Loading deleted views" />}
      >
        {(views) =>
          views.length === 0 ? (
            <EmptyState title="No deleted views" text="Views that you delete appear here." />
          ) : (
            <Stack gap="xs" component="ul" className="plain">
              {views.map(({ id, name, is_shared, deleted_at }) => (
                <Group component="li" key={id} justify="space-between" wrap="nowrap">
                  <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                    <Text size="xs" c="dimmed">
                      {is_shared ? 'Shared, deleted' : 'Deleted'} {dayText(deleted_at)}
                    </Text>
                  </Text>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Restore ${name}`}
                    loading={restoring.isPending && restoring.variables === id}
                    onClick={() => restore(id)}
                  >
                    Restore
                  </Button>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </ClosingDialog>
  );
}
