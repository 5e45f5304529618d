import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { useCreateCalendarFeed } from './api.ts';

interface ReplaceAddressDialogProps {
  onCreated: (url: string) => void;
  onClose: () => void;
}

/** Confirms replacing the current link. */
export function ReplaceAddressDialog({ onCreated, onClose }: ReplaceAddressDialogProps) {
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
