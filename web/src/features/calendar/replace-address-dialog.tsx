import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { useCreateCalendarFeed } from './api.ts';

interface ReplaceAddressDialogProps {
  onCreated: (url: string) => void;
  onClose: () => void;
}

/** A new address in the place of the one that is out there. */
export function ReplaceAddressDialog({ onCreated, onClose }: ReplaceAddressDialogProps) {
  const create = useCreateCalendarFeed();
  return (
    <ConfirmDialog
      opened
      title="Replace the address?"
      message="The address of before works no more: calendars that have it stop being brought up to date until they are given the new one."
      failure={create.error?.message}
      confirmLabel="Replace address"
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
