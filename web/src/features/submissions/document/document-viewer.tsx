import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Stack, Text } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useSubmission } from '../api.ts';
import { FileActions } from './file-actions.tsx';
import { hasFile, isSigned, NO_SIGNED_DOCUMENT, SubmissionDocument } from './submission-document.tsx';

const FAILED = 'Failed to load document. Please try again.';

/** The signed document of one form on its own page (1§2 document viewer). */
export function DocumentViewer({ formId }: { formId: number | undefined }) {
  return (
    <Stack gap="sm">
      {formId === undefined ? (
        <>
          <PageHeader title="Document Viewer" />
          <EmptyState title="No form ID available" icon={<IconFileOff size={22} aria-hidden />} />
        </>
      ) : (
        <SignedDocument key={formId} formId={formId} />
      )}
    </Stack>
  );
}

function SignedDocument({ formId }: { formId: number }) {
  const query = useSubmission(formId);
  return (
    <>
      <PageHeader
        title="Document Viewer"
        {...(query.data ? { back: focusTargets(query.data) } : {})}
        {...(query.data && isShown(query.data) ? { actions: <FileActions submission={query.data} /> } : {})}
      />
      <Loaded query={query} failed={() => FAILED} loading={<LoadingRows rows={12} />}>
        {(submission) => <Document submission={submission} />}
      </Loaded>
    </>
  );
}

/** The form's own page. */
function focusTargets({ id, client_id }: Submission): { href: string; label: string } {
  const href = client_id === null ? `/crm/forms/submissions/${id}` : `/crm/clients/${client_id}/forms/${id}`;
  return { href, label: 'Back to the form' };
}

/** Someone has signed, or the form is a file that needs no signature. */
function isShown(submission: Submission): boolean {
  return isSigned(submission) || (hasFile(submission) && submission.type === 'PDF');
}

function Document({ submission }: { submission: Submission }) {
  if (!isShown(submission))
    return <EmptyState title={NO_SIGNED_DOCUMENT} icon={<IconFileOff size={22} aria-hidden />} />;
  return (
    <>
      <Text fw={500}>{formNameText(submission)}</Text>
      <SubmissionDocument submission={submission} failureTitle={FAILED} />
    </>
  );
}
