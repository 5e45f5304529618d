import { MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import { attachSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import { Button, FileButton, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { upload } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { refreshDocument } from '../api.ts';

const FAILED = 'Failed to save form. See console for details.';

/** Attaches a PDF to a PDF form, replacing the previous one. */
export function AttachDocument({
  submissionId,
  hasDocument,
}: {
  submissionId: number;
  hasDocument: boolean;
}) {
  const attach = useAttach(submissionId);
  return (
    <>
      <FileButton accept="application/pdf" onChange={(file) => file && attach.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            color="gray"
            justify="start"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            loading={attach.isPending}
          >
            {hasDocument ? 'Replace document' : 'Attach document'}
          </Button>
        )}
      </FileButton>
      {attach.error && (
        <Text size="sm" c="red" role="alert" px="sm">
          {attachFailure(attach.error)}
        </Text>
      )}
    </>
  );
}

function useAttach(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      if (file.size > MAX_UPLOAD_BYTES) throw new Error(`${file.name} is larger than 25 MB.`);
      const form = new FormData();
      form.append('document', file);
      return upload(attachSubmissionDocument, form, { params: { id } });
    },
    onError: (error) => console.error('the document could not be saved', error),
    onSuccess: () => refreshDocument(queryClient, id),
  });
}

/** The server's validation error for the file is more useful than a generic failure. */
function attachFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const isRejected = error.status !== undefined && error.status < 500;
  return isRejected && error.serverMessage ? error.serverMessage : FAILED;
}
