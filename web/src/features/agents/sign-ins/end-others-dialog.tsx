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
  const which = count === 1 ? '1 device is signed out' : `${count} devices are signed out`;
  return (
    <ConfirmDialog
      opened
      title={isOwn ? 'Sign out all other devices?' : 'Sign out all devices?'}
      message={`${which} immediately${isOwn ? '. This one stays signed in' : ''}. Unsaved changes there are lost.`}
      failure={end.error?.message}
      confirmLabel={isOwn ? 'Sign Out All Others' : 'Sign Out All'}
      danger
      busy={end.isPending}
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: ({ ended }) => {
            notifySuccess(ended === 1 ? '1 device was signed out.' : `${ended} devices were signed out.`);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
