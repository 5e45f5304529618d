import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useDeleteCalendarFeed } from './api.ts';

interface RemoveAddressDialogProps {
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms removing the link, after which no calendar can read the feed. */
export function RemoveAddressDialog({ onRemoved, onClose }: RemoveAddressDialogProps) {
  const remove = useDeleteCalendarFeed();
  return (
    <ConfirmDialog
      opened
      title="Remove the calendar link?"
      message="The link will stop working. Events that a calendar app already copied stay there until you remove the subscription. You can create a new link at any time."
      failure={remove.error?.message}
      confirmLabel="Remove Calendar Link"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('The calendar link was removed.');
            onRemoved();
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
