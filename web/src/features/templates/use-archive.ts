import type { Template } from '@ledgerline/contract/templates/endpoints';
import { notifyError } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { isArchived } from '../../domain/forms/use-templates.ts';
import { useArchiveTemplate } from './api.ts';

/** Archives a template or restores an archived one, with Undo. */
export function useArchive() {
  const archive = useArchiveTemplate();
  return (template: Template) => {
    const { id, form_name_agent: name } = template;
    const wanted = { id, isArchived: !isArchived(template) };
    const [archived, restored] = [`“${name}” was archived.`, `“${name}” was restored.`];
    archive.mutate(wanted, {
      onSuccess: () =>
        notifyWithUndo({
          message: wanted.isArchived ? archived : restored,
          undone: wanted.isArchived ? restored : archived,
          onUndo: () => archive.mutateAsync({ id, isArchived: !wanted.isArchived }),
        }),
      onError: (error) => {
        console.error('the template was not archived or restored', error);
        notifyError(`Couldn't ${wanted.isArchived ? 'archive' : 'restore'} “${name}”. ${error.message}`);
      },
    });
  };
}
