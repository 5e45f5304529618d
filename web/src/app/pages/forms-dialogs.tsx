import type { Template } from '@ledgerline/contract/templates/endpoints';
import { ResultDialog } from '../../components/ui/result-dialog.tsx';
import { SettingsLink } from '../../domain/settings/settings-link.tsx';
import { BundlesDialog } from '../../features/bundles/bundles-dialog.tsx';
import { AddFolderDialog } from '../../features/folders/add-folder-dialog.tsx';
import { ManageFoldersDialog } from '../../features/folders/manage-folders-dialog.tsx';
import { GlobalFormSettingsDialog } from '../../features/settings/global-form-settings-dialog.tsx';
import { AddFormDialog } from '../../features/templates/adding/add-form-dialog.tsx';
import { NewGlobalFormDialog } from '../../features/templates/adding/new-global-form-dialog.tsx';
import { EditTemplateDialog } from '../../features/templates/editor/edit-template-dialog.tsx';
import {
  type ManageFormsAction,
  ManageFormsDialog,
} from '../../features/templates/manage/manage-forms-dialog.tsx';
import { SortFormsDialog } from '../../features/templates/manage/sort-forms-dialog.tsx';
import { TemplateLibraryDialog } from '../../features/templates/manage/template-library-dialog.tsx';
import type { useSync } from '../../features/templates/manage/use-sync.tsx';
import { PreviewsDialog } from '../../features/templates/previews/previews-dialog.tsx';

/** The open dialog of the forms area. */
export type FormsDialog =
  | { name: 'manage' | 'new-global-form' }
  | { name: Exclude<ManageFormsAction, 'by-date' | 'by-folder'> }
  | { name: 'edit'; templateId: number }
  | { name: 'previews'; template: Template };

interface FormsDialogsProps {
  dialog: FormsDialog | null;
  onDialog: (dialog: FormsDialog | null) => void;
  onOrder: (order: 'folder' | 'date') => void;
  sync: ReturnType<typeof useSync>;
}

/** Every dialog of the forms area; one of them is open at a time. */
export function FormsDialogs({ dialog, onDialog, ...managing }: FormsDialogsProps) {
  const close = () => onDialog(null);
  const isOpen = (name: FormsDialog['name']) => dialog?.name === name;
  return (
    <>
      <ManagingForms opened={isOpen('manage')} onClose={close} onDialog={onDialog} {...managing} />
      <AddFormDialog opened={isOpen('add-form')} onClose={close} />
      <NewGlobalFormDialog opened={isOpen('new-global-form')} onClose={close} />
      <AddFolderDialog opened={isOpen('add-folder')} onClose={close} />
      <ManageFoldersDialog
        opened={isOpen('manage-folders')}
        onClose={close}
        onAddFolder={() => onDialog({ name: 'add-folder' })}
      />
      <SortFormsDialog opened={isOpen('sort-forms')} onClose={close} />
      <TemplateLibraryDialog opened={isOpen('library')} onClose={close} />
      <BundlesDialog opened={isOpen('bundles')} onClose={close} />
      <GlobalFormSettingsDialog
        opened={isOpen('settings')}
        onClose={close}
        lead={<SettingsLink section="forms" />}
      />
      <EditTemplateDialog templateId={dialog?.name === 'edit' ? dialog.templateId : null} onClose={close} />
      <PreviewsDialog template={dialog?.name === 'previews' ? dialog.template : null} onClose={close} />
    </>
  );
}

interface ManagingFormsProps extends Omit<FormsDialogsProps, 'dialog'> {
  opened: boolean;
  onClose: () => void;
}

/** The dialog behind "More Options"; a sync that ends after it was closed is still reported. */
function ManagingForms({ opened, sync, onClose, onDialog, onOrder }: ManagingFormsProps) {
  function runAction(chosen: ManageFormsAction) {
    if (chosen !== 'by-date' && chosen !== 'by-folder') return onDialog({ name: chosen });
    onClose();
    onOrder(chosen === 'by-date' ? 'date' : 'folder');
  }
  return (
    <>
      <ManageFormsDialog
        opened={opened}
        isSyncing={sync.isSyncing}
        lastSync={sync.last}
        onSync={sync.start}
        onShowLastSync={sync.showLast}
        onAction={runAction}
        onClose={onClose}
      />
      <ResultDialog result={sync.result} onClose={sync.closeResult} />
    </>
  );
}
