import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { importKeys, showUploaded } from '../api.ts';
import { uploadFile } from './upload-file.ts';

export interface SentBytes {
  sent: number;
  total: number;
}

/** Uploads a file with progress, then opens the import the server created from it. */
export function useUpload() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const running = useRef<AbortController>(null);
  const [sent, setSent] = useState<SentBytes>({ sent: 0, total: 0 });
  const mutation = useMutation<Awaited<ReturnType<typeof uploadFile>>, ApiError, File>({
    mutationFn: (file) => {
      running.current = new AbortController();
      setSent({ sent: 0, total: file.size });
      const onProgress = (bytes: number, total: number) => setSent({ sent: bytes, total });
      return uploadFile(file, { onProgress, signal: running.current.signal });
    },
    onSuccess: ({ id, ...uploaded }) => {
      showUploaded(queryClient, id, uploaded);
      void queryClient.invalidateQueries({ queryKey: importKeys.list });
      return navigate({ to: '/crm/imports/$importId', params: { importId: String(id) } });
    },
  });
  const file = mutation.variables;
  return {
    upload: (chosen: File) => mutation.mutate(chosen),
    retry: () => file && mutation.mutate(file),
    cancel: () => {
      running.current?.abort();
      mutation.reset();
    },
    file,
    sent: mutation.isPending ? sent : null,
    error: mutation.error,
  };
}
