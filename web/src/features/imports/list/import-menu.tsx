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

/** What can be done with an import of the list. */
export function ImportMenu({ made }: { made: Import }) {
  const navigate = useNavigate();
  const outcome = useDownloadOutcome(made);
  const [asking, setAsking] = useState<'revert' | 'delete' | null>(null);
  const open = () => void navigate({ to: '/crm/imports/$importId', params: { importId: String(made.id) } });
  const close = () => setAsking(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for “${made.file_name}”`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={open}>
            {canDelete(made.state) ? 'Continue' : 'Open'}
          </Menu.Item>
          {hasOutcome(made.state) && (
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => outcome.mutate(undefined, { onError: ({ message }) => notifyError(message) })}
            >
              Outcome file
            </Menu.Item>
          )}
          {canRevert(made) && (
            <Menu.Item
              color="red"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => setAsking('revert')}
            >
              Revert import
            </Menu.Item>
          )}
          {canDelete(made.state) && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsking('delete')}
            >
              Discard
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RevertImportDialog made={made} opened={asking === 'revert'} onClose={close} onStarted={open} />
      <DeleteImportDialog made={made} opened={asking === 'delete'} onClose={close} onDeleted={close} />
    </>
  );
}
