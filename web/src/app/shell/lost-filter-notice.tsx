import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

/** Above a list whose address has a filter that cannot be read: the list shows more than the link intended. */
export function LostFilterNotice() {
  const navigate = useNavigate();
  return (
    <Alert
      color="yellow"
      role="alert"
      mb="sm"
      title="The filter in this link cannot be read"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() =>
        void navigate({ to: '.', search: (old) => ({ ...old, lost_filter: undefined }), replace: true })
      }
    >
      The list is shown without it. Copy the full link again, or choose the filter here.
    </Alert>
  );
}
