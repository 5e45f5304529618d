import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { useEndOtherSignIns } from '../api.ts';

interface EndOthersDialogProps {
  agentId: number;
  isOwn: boolean;
  count: number;
  onClose: () => void;
}

export function EndOthersDialog({ agentId, isOwn, count, onClose }: EndOthersDialogProps) {
  const end = useEndOtherSignIns(agentId);
  const which = count === 1 ? '1 sign-in ends' : `${count} sign-ins end`;
  return (
    <ConfirmDialog
      opened
      title={isOwn ? 'End all other sign-ins?' : 'End all sign-ins?'}
      message={`${which} at once${isOwn ? '; this one goes on' : ''}. What is typed there and not saved is lost.`}
      failure={end.error?.message}
      confirmLabel={isOwn ? 'End all others' : 'End all'}
      danger
      busy={end.isPending}
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: ({ ended }) => {
            notifySuccess(ended === 1 ? '1 sign-in has ended.' : `${ended} sign-ins have ended.`);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
