import { unlinkFromClientAllowed } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconLink, IconTrash, IconUnlink, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmSubmissionDialog, type SubmissionAct } from './confirm-submission-dialog.tsx';
import styles from './manage-submission-menu.module.css';

interface ManageSubmissionMenuProps {
  submission: Submission;
  onGetLink: () => void;
  onViewClient: () => void;
  /** It is deleted, or no longer the client's. */
  onGone: () => void;
}

/** What an agent can do with a submission (1§2 Manage menu). */
export function ManageSubmissionMenu(props: ManageSubmissionMenuProps) {
  const { submission, onGetLink, onViewClient, onGone } = props;
  const [asking, setAsking] = useState<SubmissionAct | null>(null);
  const canUnlink = unlinkFromClientAllowed(submission);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={onGetLink}>
            Get Form Link
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUser size={16} aria-hidden />}
            onClick={onViewClient}
            disabled={submission.client_id === null}
          >
            View Client
          </Menu.Item>
          <Menu.Divider />
          {submission.session_id !== null && (
            <Menu.Item
              leftSection={<IconUnlink size={16} aria-hidden />}
              onClick={() => setAsking('unlink-session')}
            >
              Unlink from Session
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconUnlink size={16} aria-hidden />}
            onClick={() => setAsking('unlink-client')}
            disabled={!canUnlink}
          >
            Unlink from Client
            {!canUnlink && (
              <Text size="xs" c="dimmed">
                {submission.client_id === null
                  ? 'It is not linked to a client.'
                  : 'Take it out of its session first.'}
              </Text>
            )}
          </Menu.Item>
          <Menu.Item
            className={styles.danger}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmSubmissionDialog
        act={asking}
        submission={submission}
        onClose={() => setAsking(null)}
        onDone={(act) => {
          setAsking(null);
          if (act !== 'unlink-session') onGone();
        }}
      />
    </>
  );
}
