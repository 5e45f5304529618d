import type { Import } from '@ledgerline/contract/imports/endpoints';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconDots, IconDownload, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyError } from '../../../components/ui/notify.ts';
import { RevertImportDialog } from '../result/revert-import-dialog.tsx';
import { useDownloadOutcome } from '../result/use-download-outcome.ts';
import { canDelete, canRevert, hasOutcome } from '../steps/import-steps.ts';
import { DeleteImportDialog } from './delete-import-dialog.tsx';

/** Actions for an import in the list. */
export function ImportMenu({ batch }: { batch: Import }) {
  const navigate = useNavigate();
  const outcome = useDownloadOutcome(batch);
  const [dialog, setDialog] = useState<'revert' | 'delete' | null>(null);
  const open = () => void navigate({ to: '/crm/imports/$importId', params: { importId: String(batch.id) } });
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for “${batch.file_name}”`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={open}>
            {canDelete(batch.state) ? 'Continue' : 'Open'}
          </Menu.Item>
          {hasOutcome(batch.state) && (
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => outcome.mutate(undefined, { onError: ({ message }) => notifyError(message) })}
            >
              Download Results
            </Menu.Item>
          )}
          {canRevert(batch) && (
            <Menu.Item
              className="danger"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => setDialog('revert')}
            >
              Revert Import
            </Menu.Item>
          )}
          {canDelete(batch.state) && (
            <Menu.Item
              className="danger"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              Discard
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RevertImportDialog batch={batch} opened={dialog === 'revert'} onClose={close} onStarted={open} />
      <DeleteImportDialog batch={batch} opened={dialog === 'delete'} onClose={close} onDeleted={close} />
    </>
  );
}
