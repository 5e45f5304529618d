import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { invalidateDocuments, type UploadFields, uploadDocument } from '../api.ts';

/** A file being uploaded. */
export interface FileUpload {
  key: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  sent: number;
  /** Request size in bytes, slightly more than the file; 0 until known. */
  total: number;
  /** The server's error message, if any. */
  reason: string;
}

/** Uploads files one by one. Failed files stay in the list for a retry. */
export function useUploads(clientId: number, onUploaded?: (document: ClientDocument) => void) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<FileUpload[]>([]);
  const [isSending, setSending] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const change = (key: string, changes: Partial<FileUpload>) =>
    setUploads((list) => list.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));

  function add(files: readonly File[]) {
    setUploads((list) => [...list, ...files.map(newUpload)]);
  }
  function remove(key: string) {
    setUploads((list) => list.filter((upload) => upload.key !== key));
  }
  async function send({ key, file }: FileUpload, fields: UploadFields): Promise<boolean> {
    change(key, { state: 'sending', sent: 0, total: 0, reason: '' });
    try {
      const progress = (sent: number, total: number) => change(key, { sent, total });
      const documents = await uploadDocument(clientId, file, fields, progress, stop.current.signal);
      change(key, { state: 'done' });
      for (const document of documents) onUploaded?.(document);
      return true;
    } catch (error) {
      console.error(`${file.name} was not uploaded`, error);
      const reason = error instanceof ApiError ? error.message : '';
      change(key, { state: 'failed', reason });
      return false;
    }
  }
  /** Uploads the remaining files; returns true when all succeeded. */
  async function start(fields: UploadFields): Promise<boolean> {
    setSending(true);
    let isAllDone = true;
    for (const upload of uploads.filter(({ state }) => state !== 'done')) {
      if (stop.current.signal.aborted) break;
      isAllDone = (await send(upload, fields)) && isAllDone;
    }
    setSending(false);
    await invalidateDocuments(queryClient);
    return isAllDone && !stop.current.signal.aborted;
  }
  return { uploads, add, remove, start, isSending };
}

function newUpload(file: File): FileUpload {
  return { key: crypto.randomUUID(), file, state: 'waiting', sent: 0, total: 0, reason: '' };
}
