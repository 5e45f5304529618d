import { unlinkFromClientAllowed } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Menu, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconFileText,
  IconLink,
  IconPencil,
  IconTrash,
  IconUnlink,
  IconUser,
  IconUserPlus,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { notifyError } from '../../../components/ui/notify.ts';
import { AddClientDialog } from '../client/add-client-dialog.tsx';
import { LinkClientDialog } from '../client/link-client-dialog.tsx';
import { hasFile } from '../document/submission-document.tsx';
import { ConfirmSubmissionDialog, type SubmissionAction } from './confirm-submission-dialog.tsx';
import { SubmissionDialog } from './submission-dialog.tsx';
import { isEditable, useFormEditor } from './use-form-editor.ts';

interface ManageSubmissionMenuProps {
  submission: Submission;
  onGetLink: () => void;
  onViewClient: () => void;
  /** It now belongs to a client. */
  onLinked: (clientId: number) => void;
  /** It was deleted, or no longer belongs to the client. */
  onGone: () => void;
}

/** Actions on a submission (1§2 Manage menu). */
export function ManageSubmissionMenu(props: ManageSubmissionMenuProps) {
  const { submission, onLinked, onGone } = props;
  const [dialog, setDialog] = useState<SubmissionAction | 'link' | 'add-client' | 'document' | null>(null);
  const close = () => setDialog(null);
  const linked = (clientId: number) => {
    close();
    onLinked(clientId);
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <OpenItems {...props} onDocument={() => setDialog('document')} />
          {submission.client_id === null && (
            <>
              <Menu.Divider />
              <Item icon={<IconUserShare size={16} aria-hidden />} onClick={() => setDialog('link')}>
                Link to Client
              </Item>
              <Item icon={<IconUserPlus size={16} aria-hidden />} onClick={() => setDialog('add-client')}>
                Add Client from Form
              </Item>
            </>
          )}
          <Menu.Divider />
          <UnlinkItems submission={submission} onRequest={setDialog} />
          <Menu.Item
            className="danger"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmSubmissionDialog
        action={isSubmissionAction(dialog) ? dialog : null}
        submission={submission}
        onClose={close}
        onDone={(action) => {
          close();
          if (action !== 'unlink-session') onGone();
        }}
      />
      <SubmissionDialog
        submissionId={dialog === 'document' ? submission.id : null}
        onClose={close}
        onDone={(action) => action !== 'unlink-session' && onGone()}
      />
      <LinkClientDialog
        submission={dialog === 'link' ? submission : null}
        onClose={close}
        onLinked={linked}
      />
      <AddClientDialog
        submission={dialog === 'add-client' ? submission : null}
        onClose={close}
        onLinked={linked}
      />
    </>
  );
}

function isSubmissionAction(dialog: string | null): dialog is SubmissionAction {
  return dialog !== null && !['link', 'add-client', 'document'].includes(dialog);
}

interface ItemProps {
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}

function Item({ icon, onClick, disabled = false, children }: ItemProps) {
  return (
    <Menu.Item leftSection={icon} onClick={onClick} disabled={disabled}>
      {children}
    </Menu.Item>
  );
}

type OpenItemsProps = ManageSubmissionMenuProps & { onDocument: () => void };

function OpenItems({ submission, onGetLink, onViewClient, onDocument }: OpenItemsProps) {
  const editor = useFormEditor(notifyError);
  return (
    <>
      <Item icon={<IconLink size={16} aria-hidden />} onClick={onGetLink}>
        Get Form Link
      </Item>
      <Item
        icon={<IconUser size={16} aria-hidden />}
        onClick={onViewClient}
        disabled={submission.client_id === null}
      >
        View Client
      </Item>
      {hasFile(submission) && (
        <Item icon={<IconFileText size={16} aria-hidden />} onClick={onDocument}>
          Document and Signing
        </Item>
      )}
      {isEditable(submission) && (
        <Item icon={<IconPencil size={16} aria-hidden />} onClick={() => void editor.edit(submission)}>
          Edit Form
        </Item>
      )}
    </>
  );
}

interface UnlinkItemsProps {
  submission: Submission;
  onRequest: (action: SubmissionAction) => void;
}

function UnlinkItems({ submission, onRequest }: UnlinkItemsProps) {
  const canUnlink = unlinkFromClientAllowed(submission);
  const why =
    submission.client_id === null ? 'It is not linked to a client.' : 'Unlink it from its session first.';
  return (
    <>
      {submission.session_id !== null && (
        <Item icon={<IconUnlink size={16} aria-hidden />} onClick={() => onRequest('unlink-session')}>
          Unlink from Session
        </Item>
      )}
      <Item
        icon={<IconUnlink size={16} aria-hidden />}
        onClick={() => onRequest('unlink-client')}
        disabled={!canUnlink}
      >
        Unlink from Client
        {!canUnlink && (
          <Text size="xs" c="dimmed">
            {why}
          </Text>
        )}
      </Item>
    </>
  );
}
