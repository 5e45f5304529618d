import type { CommissionStatement } from '@ledgerline/contract/commissions/endpoints';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { useHeaderAction } from '../../components/ui/page-header.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useDeleteStatement, useDownloadCsv, useStatementWrites } from './api.ts';
import { monthText } from './statement-text.ts';

/** Downloading for all agents; matching again and deleting for owners. */
export function StatementActions({ statement }: { statement: CommissionStatement }) {
  const { id, carrier, month } = statement;
  const name = `${carrier}, ${monthText(month)}`;
  const download = useDownloadCsv(id, `Commissions ${carrier} ${month}`);
  const action = useHeaderAction('Download CSV', <IconDownload size={16} aria-hidden />);
  return (
    <>
      <Button
        variant="default"
        {...action}
        loading={download.isPending}
        onClick={() =>
          download.mutate(undefined, {
            onError: (error) => notifyError(`The file could not be downloaded. ${error.message}`),
          })
        }
      />
      {isOwner(signedInAgent()) && <OwnerMenu id={id} name={name} />}
    </>
  );
}

function OwnerMenu({ id, name }: { id: number; name: string }) {
  const { rematch } = useStatementWrites(id);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteStatement(() => navigate({ to: '/crm/commissions' }));
  function matchAgain() {
    rematch.mutate(undefined, {
      onSuccess: ({ matched }) =>
        notifySuccess(
          matched === 0
            ? 'No further lines match a policy.'
            : `${matched} ${matched === 1 ? 'line was' : 'lines were'} matched.`,
        ),
      onError: (error) => notifyError(`The lines were not matched. ${error.message}`),
    });
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="Actions of the statement" loading={rematch.isPending}>
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={matchAgain}>
            Match Again
          </Menu.Item>
          <Menu.Item
            className="danger"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog
        id={isDeleting ? id : undefined}
        title="Delete Statement"
        question={
          <Text size="sm">
            Delete the statement “{name}” with its lines, matches and notes? This cannot be undone. The file
            can be imported again.
          </Text>
        }
        deletion={remove}
        deletedText={`The statement “${name}” was deleted.`}
        failedText={`The statement was not deleted. ${remove.error?.message}`}
        logText="the statement was not deleted"
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
