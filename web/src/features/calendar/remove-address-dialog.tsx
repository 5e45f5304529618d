import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useDeleteCalendarFeed } from './api.ts';

interface RemoveAddressDialogProps {
  onRemoved: () => void;
  onClose: () => void;
}

/** No calendar reads the feed any more. */
export function RemoveAddressDialog({ onRemoved, onClose }: RemoveAddressDialogProps) {
  const remove = useDeleteCalendarFeed();
  return (
    <ConfirmDialog
      opened
      title="Remove the address?"
      message="The address works no more, and what calendars have copied of it stays there until they are told to forget it. A new one can be made at any time."
      failure={remove.error?.message}
      confirmLabel="Remove address"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('The calendar address was removed.');
            onRemoved();
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
