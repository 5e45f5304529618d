import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';

/** Shows that the registered forms or folders offered by a dialog could not be loaded. */
export function ChoicesAlert() {
  const templates = useTemplates();
  const folders = useFolders();
  const isMissing = ({ data, isError }: typeof templates | typeof folders) => !data && isError;
  if (!isMissing(templates) && !isMissing(folders)) return null;
  return (
    <LoadAlert
      text={`The ${isMissing(templates) ? 'forms' : 'folders'} could not be loaded.`}
      onRetry={() => {
        if (isMissing(templates)) void templates.refetch();
        if (isMissing(folders)) void folders.refetch();
      }}
      isRetrying={templates.isFetching || folders.isFetching}
    />
  );
}
