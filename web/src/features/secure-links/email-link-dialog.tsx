import type { ComponentProps } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { EmailFields, type EmailTarget, useEmailEditing } from './email-fields.tsx';

interface EmailLinkDialogProps<Data> {
  /** Loads the client; `clientOf` selects the fields that the email needs. */
  query: ComponentProps<typeof Loaded<Data>>['query'];
  clientOf: (data: Data) => EmailTarget['client'];
  link: EmailTarget['link'];
  onSent: () => void;
  onClose: () => void;
}

/** Emails a link again, to the client's stored address or another one. */
export function EmailLinkDialog<Data>({
  query,
  clientOf,
  link,
  onSent,
  onClose,
}: EmailLinkDialogProps<Data>) {
  return (
    <GuardedModal opened onClose={onClose} title="Email Link" size="sm">
      <Loaded query={query} failed="The client could not be loaded." loading={<LoadingRows rows={4} />}>
        {(data) => <EmailDialogForm client={clientOf(data)} link={link} onSent={onSent} onClose={onClose} />}
      </Loaded>
    </GuardedModal>
  );
}

type EmailDialogFormProps = EmailTarget & Pick<EmailLinkDialogProps<never>, 'onSent' | 'onClose'>;

function EmailDialogForm({ client, link, onSent, onClose }: EmailDialogFormProps) {
  const editing = useEmailEditing({
    client,
    link,
    onDone() {
      onClose();
      onSent();
    },
  });
  return (
    <DialogForm editing={editing} save="Send">
      <EmailFields client={client} editing={editing} />
    </DialogForm>
  );
}
