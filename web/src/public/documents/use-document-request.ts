import {
  type AddedFile,
  type ClientDocumentRequest,
  type ClientRequestedDocument,
  getDocumentRequest,
  removeRequestedFile,
  sendRequestedDocuments,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { isUndecided, MAX_FILES_OF_DOCUMENT } from '@ledgerline/contract/rules';
import { documentNameIn } from '@ledgerline/contract/submissions/requested-documents/known-documents';
import { useRef, useState } from 'react';
import type { Call } from '../../lib/http.ts';
import { useReturn } from '../secure/use-return.ts';
import { isLinkLost, lostReason } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';
import { REJECTED, useAdding } from './use-adding.ts';

interface RequestOptions {
  request: ClientDocumentRequest;
  call: Call;
  token: string;
  onLinkLost: () => void;
}

export type DocumentRequestWork = ReturnType<typeof useDocumentRequest>;

/** The documents of a request as the client adds, removes and sends them. */
export function useDocumentRequest({ request, call, token, onLinkLost }: RequestOptions) {
  const { language } = useMessages();
  const [announced, setAnnounced] = useState<FilledText | null>(null);
  const [problem, setProblem] = useState<FilledText | null>(null);
  const [sentAt, setSentAt] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { documents, changeFiles, refetchOnce, refetch, sendKey } = useDocumentList({
    start: request.documents,
    call,
    onLinkLost,
  });
  async function showRejection(error: unknown, otherwise: FilledText) {
    if (isLinkLost(error)) return onLinkLost();
    const isRejected = lostReason(error) !== null;
    setProblem(isRejected ? REJECTED : otherwise);
    if (isRejected) await refetch();
  }
  const include = (id: number, file: AddedFile) =>
    changeFiles(id, (files) => [...files.filter((each) => each.id !== file.id), file]);
  const adding = useAdding({
    token,
    onLinkLost,
    refetch,
    async onUnwanted(id, file) {
      include(id, file);
      await remove(id, file);
    },
    onAdded(id, file) {
      include(id, file);
      setAnnounced({ key: 'documentAdded', values: { name: file.file_name } });
      setProblem(null);
    },
  });
  // Another device may have added or removed something meanwhile.
  useReturn(async () => {
    if (sentAt === null && !isSending) await refetchOnce();
  });

  /** As many as the document can have. */
  function add({ id, files }: ClientRequestedDocument, chosen: readonly File[]) {
    const waiting = adding.list.filter(({ documentId }) => documentId === id).length;
    const left = MAX_FILES_OF_DOCUMENT - files.length - waiting;
    adding.add(id, chosen.slice(0, left));
    const isCut = chosen.length > left;
    setProblem(isCut ? { key: 'documentTooMany', values: { max: MAX_FILES_OF_DOCUMENT } } : null);
  }
  async function remove(documentId: number, file: AddedFile) {
    const values = { name: file.file_name };
    try {
      await call(removeRequestedFile, { params: { id: documentId, fileId: file.id } });
      changeFiles(documentId, (files) => files.filter(({ id }) => id !== file.id));
      setAnnounced({ key: 'documentRemoved', values });
      setProblem(null);
    } catch (error) {
      console.warn('a file could not be removed', error);
      await showRejection(error, { key: 'documentRemoveFailed', values });
    }
  }
  async function send() {
    if (isSending) return;
    setSending(true);
    setProblem(null);
    try {
      setSentAt((await call(sendRequestedDocuments, { idempotencyKey: sendKey() })).submitted_at);
    } catch (error) {
      console.warn('the documents could not be sent', error);
      await showRejection(error, { key: 'documentsSendFailed' });
    } finally {
      setSending(false);
    }
  }
  const open = documents.filter(isUndecided);
  return {
    ...{ documents, adding, announced, problem, sentAt, isSending, add, remove, send },
    /** The names of documents without a file. */
    missing: open.filter(({ files }) => files.length === 0).map(({ name }) => documentNameIn(language, name)),
    /** Whether there is something to send, and nothing is on its way; shows the reason if not. */
    check(): boolean {
      const isUnfinished = adding.list.length > 0 || adding.isCancelling();
      const isEmpty = open.every(({ files }) => files.length === 0);
      if (isUnfinished || isEmpty)
        setProblem({ key: isUnfinished ? 'documentsUnfinished' : 'documentsNone' });
      return !isUnfinished && !isEmpty;
    },
  };
}

interface ListOptions {
  start: readonly ClientRequestedDocument[];
  call: Call;
  onLinkLost: () => void;
}

/** The documents as the server last reported them; an older response never replaces a newer one. */
function useDocumentList({ start, call, onLinkLost }: ListOptions) {
  const [documents, setDocuments] = useState(start);
  const shown = useRef(start);
  const sendKey = useRef(crypto.randomUUID());
  // Orders refetches by their start, and changes by their response.
  const tick = useRef(0);
  const newest = useRef(0);

  function show(changed: readonly ClientRequestedDocument[], at: number) {
    newest.current = at;
    // A stored response to an earlier submission does not apply to other documents.
    if (JSON.stringify(changed) !== JSON.stringify(shown.current)) sendKey.current = crypto.randomUUID();
    shown.current = changed;
    setDocuments(changed);
  }
  /** Returns false if the result was ignored, since a file was added or removed meanwhile. */
  async function refetchOnce(): Promise<boolean> {
    tick.current += 1;
    const at = tick.current;
    try {
      const { data } = await call(getDocumentRequest);
      if (at < newest.current) return false;
      show(data.documents, at);
    } catch (error) {
      console.warn('the documents could not be refetched', error);
      if (isLinkLost(error)) onLinkLost();
    }
    return true;
  }
  return {
    documents,
    /** The idempotency key of sending the documents that are shown. */
    sendKey: () => sendKey.current,
    changeFiles(id: number, change: (files: readonly AddedFile[]) => AddedFile[]) {
      tick.current += 1;
      show(
        shown.current.map((each) => (each.id === id ? { ...each, files: change(each.files) } : each)),
        tick.current,
      );
    },
    refetchOnce,
    /** Until the result is newer than every change. */
    async refetch() {
      while (!(await refetchOnce()));
    },
  };
}
