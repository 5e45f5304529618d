import { useMemo } from 'react';
import { both } from '../../components/ui/loaded.tsx';
import { useAllTemplates, useFolders } from '../../domain/forms/use-templates.ts';
import type { FormCatalog } from '../../features/sessions/choosing/form-chooser.tsx';
import { templateGroups } from '../../features/templates/template-groups.ts';

/** Form templates by folder, for selecting a session's forms; the form picker hides archived ones. */
export function useFormCatalog(): FormCatalog {
  const templates = useAllTemplates();
  const folders = useFolders();
  const groups = useMemo(
    () => (templates.data && folders.data ? templateGroups(templates.data, folders.data) : undefined),
    [templates.data, folders.data],
  );
  return { ...both(templates, folders), data: groups };
}
