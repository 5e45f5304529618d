import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { refreshSubmission, useSubmission } from '../api.ts';
import type { SubmissionAction } from './confirm-submission-dialog.tsx';
import { SubmissionPanel } from './submission-panel.tsx';
import { signatureState, useBackgroundSync } from './use-background-sync.ts';
import { useMarkRead } from './use-mark-read.ts';

interface SubmissionDialogProps {
  /** null keeps it closed. */
  submissionId: number | null;
  onClose: () => void;
  /** Opens the Get Form Link modal of another feature. */
  onGetLink?: (submission: Submission) => void;
  /** It was deleted or unlinked, and the modal closed. */
  onDone?: (action: SubmissionAction) => void;
}

/** The Session Form detail modal (1§2): preview, status, details and actions. */
export function SubmissionDialog({ submissionId, ...props }: SubmissionDialogProps) {
  return submissionId !== null && <OpenDialog key={submissionId} submissionId={submissionId} {...props} />;
}

interface OpenDialogProps extends SubmissionDialogProps {
  submissionId: number;
}

function OpenDialog({ submissionId, onClose, onGetLink, onDone }: OpenDialogProps) {
  const query = useSubmission(submissionId);
  const submission = query.data;
  const [isFullScreen, setFullScreen] = useState(false);
  const leave = useLeave(submission, onClose);
  useBackgroundSync(submission);
  useMarkRead(submission);
  return (
    <GuardedModal
      opened
      onClose={leave}
      title={submission ? formNameText(submission) : 'Form'}
      size={1180}
      fullScreen={isFullScreen}
    >
      <Loaded
        query={query}
        failed="Error loading form data. The form may not display correctly."
        loading={<LoadingRows rows={8} />}
      >
        {(loaded) => (
          <SubmissionPanel
            submission={loaded}
            isFullScreen={isFullScreen}
            onGone={(action) => {
              leave();
              onDone?.(action);
            }}
            {...(onGetLink ? { onGetLink } : {})}
            fullScreenButton={<FullScreenButton isOn={isFullScreen} onToggle={setFullScreen} />}
          />
        )}
      </Loaded>
    </GuardedModal>
  );
}

/** When signatures or status changed while it was open, the lists refetch (1§4). */
function useLeave(submission: Submission | undefined, onClose: () => void): () => void {
  const queryClient = useQueryClient();
  const first = useRef<string | null>(null);
  const state = submission ? signatureState(submission) : null;
  first.current ??= state;
  return () => {
    if (state !== first.current) void refreshSubmission(queryClient);
    onClose();
  };
}

function FullScreenButton({ isOn, onToggle }: { isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const Icon = isOn ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
    >
      Fullscreen
    </Button>
  );
}
