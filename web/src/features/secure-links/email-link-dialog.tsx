import type { ComponentProps } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { type MailedTo, MailFields, useMailEditing } from './email-fields.tsx';

interface MailLinkDialogProps<Data> {
  /** The client as he is asked for, and as the mail takes him. */
  query: ComponentProps<typeof Loaded<Data>>['query'];
  clientOf: (data: Data) => MailedTo['client'];
  link: MailedTo['link'];
  onSent: () => void;
  onClose: () => void;
}

/** Mails a link again, to the address that is kept of the client or to another one. */
export function MailLinkDialog<Data>({ query, clientOf, link, onSent, onClose }: MailLinkDialogProps<Data>) {
  return (
    <GuardedModal opened onClose={onClose} title="Email link" size="sm">
      <Loaded query={query} failed="The client could not be loaded." loading={<LoadingRows rows={4} />}>
        {(data) => <MailDialogForm client={clientOf(data)} link={link} onSent={onSent} onClose={onClose} />}
      </Loaded>
    </GuardedModal>
  );
}

type MailDialogFormProps = MailedTo & Pick<MailLinkDialogProps<never>, 'onSent' | 'onClose'>;

function MailDialogForm({ client, link, onSent, onClose }: MailDialogFormProps) {
  const editing = useMailEditing({
    client,
    link,
    onDone() {
      onClose();
      onSent();
    },
  });
  return (
    <DialogForm editing={editing} save="Send">
      <MailFields client={client} editing={editing} />
    </DialogForm>
  );
}
