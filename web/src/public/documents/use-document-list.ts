import {
  type AddedFile,
  type ClientRequestedDocument,
  getDocumentRequest,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { useRef, useState } from 'react';
import type { Call } from '../../lib/http.ts';
import { isLinkLost } from '../session/link-error.ts';

interface ListOptions {
  start: readonly ClientRequestedDocument[];
  call: Call;
  onLinkLost: () => void;
}

/** The documents as the server last reported them; an older response never replaces a newer one. */
export function useDocumentList({ start, call, onLinkLost }: ListOptions) {
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
