import type { LibraryFile } from '@ledgerline/contract/signing/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { notifyError } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { isArchived } from '../../domain/forms/use-templates.ts';
import { messageOf } from '../../lib/api-error.ts';
import { useArchiveLibraryFile, useArchiveTemplate } from './api.ts';

/** Archives a template or restores an archived one, with Undo. */
export function useArchive() {
  const { mutateAsync } = useArchiveTemplate();
  return (template: Template) =>
    void archiveWithUndo({
      name: template.form_name_agent,
      isArchived: isArchived(template),
      set: (wanted) => mutateAsync({ id: template.id, isArchived: wanted }),
    });
}

/** The same for a file of the library. */
export function useArchiveFile() {
  const { mutateAsync } = useArchiveLibraryFile();
  return ({ id, name, is_archived }: LibraryFile) =>
    void archiveWithUndo({
      name,
      isArchived: is_archived,
      set: (wanted) => mutateAsync({ id, isArchived: wanted }),
    });
}

interface Archivable {
  name: string;
  isArchived: boolean;
  set: (isArchived: boolean) => Promise<unknown>;
}

async function archiveWithUndo({ name, isArchived, set }: Archivable): Promise<void> {
  const [archived, restored] = [`“${name}” was archived.`, `“${name}” was restored.`];
  try {
    await set(!isArchived);
    notifyWithUndo({
      message: isArchived ? restored : archived,
      undone: isArchived ? archived : restored,
      onUndo: () => set(isArchived),
    });
  } catch (error) {
    console.error(`“${name}” was not archived or restored`, error);
    notifyError(`Couldn’t ${isArchived ? 'restore' : 'archive'} “${name}”. ${messageOf(error)}`);
  }
}
