import { voidEnvelopeMessage } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Text, Textarea } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { errorMessageOf } from '../../../lib/api-error.ts';
import { useVoidEnvelope } from '../api.ts';

interface VoidEnvelopeDialogProps {
  submission: Pick<Submission, 'id' | 'title' | 'form_name_agent'>;
  opened: boolean;
  onClose: () => void;
}

const DEFAULT_REASON = 'Voided by agent';

/** Permanently ends the signing of one form, with a reason (decisions J6). */
export function VoidEnvelopeDialog({ submission, opened, onClose }: VoidEnvelopeDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Void Envelope" size="sm">
      <Body submission={submission} onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ submission, onClose }: Omit<VoidEnvelopeDialogProps, 'opened'>) {
  const voiding = useVoidEnvelope(submission.id);
  const editing = useEditing({
    start: { reason: DEFAULT_REASON },
    send: ({ reason }) => voiding.mutateAsync(reason.trim() || DEFAULT_REASON),
    successMessage: 'Envelope voided.',
    onDone: onClose,
    failed: voidFailure,
  });
  return (
    <DialogForm editing={editing} save="Void Envelope" color="red">
      <Text size="sm">
        Void the envelope of “{formNameText(submission)}”? It can no longer be signed. This cannot be undone.
      </Text>
      <Textarea
        label="Reason"
        rows={3}
        maxLength={1000}
        {...editing.form.getInputProps('reason')}
        data-autofocus
      />
    </DialogForm>
  );
}

/** The server's message decides between the two texts of 1§8. */
function voidFailure(error: Error): string {
  return voidEnvelopeMessage({ server_message: errorMessageOf(error) ?? error.message });
}
