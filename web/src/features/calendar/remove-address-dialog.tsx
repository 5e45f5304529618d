import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { useDeleteCalendarFeed } from './api.ts';

interface RemoveAddressDialogProps {
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms removing the link, after which no calendar can read the feed. */
export function RemoveAddressDialog({ onRemoved, onClose }: RemoveAddressDialogProps) {
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
