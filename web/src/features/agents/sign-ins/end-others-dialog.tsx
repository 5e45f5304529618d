import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
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
    <DangerDialog
      title={isOwn ? 'Sign out all other devices?' : 'Sign out all devices?'}
      message={`${which} immediately${isOwn ? '. This one stays signed in' : ''}. Unsaved changes there are lost. Any remembered devices are forgotten too.`}
      confirmLabel={isOwn ? 'Sign Out All Others' : 'Sign Out All'}
      action={end}
      input={undefined}
      doneText={({ ended }) =>
        ended === 1 ? '1 device was signed out.' : `${ended} devices were signed out.`
      }
      onClose={onClose}
    />
  );
}
