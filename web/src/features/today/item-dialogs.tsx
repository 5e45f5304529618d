import { lazy, Suspense } from 'react';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { CallDialog } from './call-dialog.tsx';
import { FollowUpDialog } from './follow-up-dialog.tsx';
import { ReassignItemDialog } from './reassign-item-dialog.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { whoText } from './today-text.ts';
import type { useQueue } from './use-queue.ts';

const TaskDialog = lazy(async () => ({
  default: (await import('../../domain/tasks/task-dialog.tsx')).TaskDialog,
}));

/** The open dialog of an item. */
export function ItemDialogs({ queue }: { queue: ReturnType<typeof useQueue> }) {
  const today = dayIn(usePublicSettings().time_zone);
  const { dialog, onClose } = queue;
  if (!dialog) return null;
  const props = { item: dialog.item, today, onClose };
  if (dialog.name === 'reassign')
    return <ReassignItemDialog {...props} onReassigned={queue.reassigned(dialog.item)} />;
  if (dialog.name === 'snooze') return <SnoozeDialog {...props} onSnoozed={queue.snoozed(dialog.item)} />;
  if (dialog.name === 'task') {
    const { client_id: id } = dialog.item;
    const client = id === null ? null : { id, name: whoText(dialog.item) ?? '' };
    return (
      <Suspense fallback={null}>
        <TaskDialog opened start={{ client }} onClose={onClose} />
      </Suspense>
    );
  }
  if (dialog.name === 'call') return <CallDialog {...props} onLogged={queue.callLogged(dialog.item)} />;
  return <FollowUpDialog {...props} onSet={queue.followUpSet(dialog.item)} />;
}
