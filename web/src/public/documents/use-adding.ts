import {
  type AddedFile,
  addRequestedFile,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { MAX_FILES_OF_DOCUMENT, MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasErrorCode } from '../../lib/api-error.ts';
import { percentOf } from '../../lib/percent.ts';
import { sendWithProgress } from '../../lib/send-with-progress.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { isLinkLost, lostReason, meaningOf, waitAfter } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';

/** A file that is not stored yet. */
export interface Adding {
  key: string;
  documentId: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  percent: number;
  problem: FilledText | null;
  /** Sending it again can help. */
  canRetry: boolean;
}

interface AddingOptions {
  token: string;
  onAdded: (documentId: number, file: AddedFile) => void;
  /** Stored, although the client had removed it meanwhile. */
  onUnwanted: (documentId: number, file: AddedFile) => Promise<void>;
  /** The link no longer works, or the documents were sent from another device. */
  onLinkLost: () => void;
  /** The documents may have changed: shows those that the server has. */
  refetch: () => Promise<void>;
}

/** Uploads files one after the other; those that a lost connection interrupted are sent again once it is back. */
export function useAdding({ token, onAdded, onUnwanted, onLinkLost, refetch }: AddingOptions) {
  const { language } = useMessages();
  const [list, setList] = useState<readonly Adding[]>([]);
  const queue = useRef(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  // Removed while they were being sent: the server may have stored them.
  const cancelled = useRef(new Set<string>());
  const change = (key: string, changes: Partial<Adding>) =>
    setList((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const forget = (key: string) => setList((all) => all.filter((each) => each.key !== key));

  async function send({ key, documentId, file }: Adding) {
    const stop = stops.current.get(key);
    if (!stop || stop.signal.aborted) return;
    change(key, { state: 'sending', percent: 0, problem: null });
    try {
      const form = new FormData();
      form.append('documents', file, file.name);
      const reply = await sendWithProgress(addRequestedFile, form, {
        token,
        params: { id: documentId },
        signal: stop.signal,
        onProgress: (sent, total) => change(key, { percent: percentOf(sent, total) }),
      });
      forget(key);
      if (cancelled.current.has(key)) await onUnwanted(documentId, reply.file);
      else onAdded(documentId, reply.file);
    } catch (error) {
      if (cancelled.current.has(key)) return await refetch();
      if (stop.signal.aborted) return;
      console.warn('a file was not uploaded', error);
      if (isLinkLost(error)) return onLinkLost();
      change(key, { state: 'failed', percent: 0, ...failureOf(error, file) });
      if (lostReason(error) !== null) await refetch();
    } finally {
      cancelled.current.delete(key);
    }
  }
  function failureOf(error: unknown, { name, size }: File): Pick<Adding, 'problem' | 'canRetry'> {
    const meaning = meaningOf(error);
    if (meaning === 'busy')
      return {
        problem: { key: 'documentBusy', values: { wait: waitAfter(error, language) } },
        canRetry: true,
      };
    if (hasErrorCode(error, 'too_large') && size <= MAX_UPLOAD_BYTES)
      return { problem: { key: 'documentTooMany', values: { max: MAX_FILES_OF_DOCUMENT } }, canRetry: false };
    if (lostReason(error) !== null) return { problem: REJECTED, canRetry: false };
    if (meaning === 'input') return { problem: problemOf(name, size), canRetry: false };
    return { problem: { key: meaning === 'away' ? 'documentAway' : 'documentFailed' }, canRetry: true };
  }
  function start(adding: Adding) {
    stops.current.set(adding.key, new AbortController());
    queue.current = queue.current.then(() => send(adding));
  }
  function retry(adding: Adding) {
    change(adding.key, { state: 'waiting', problem: null });
    start(adding);
  }
  const retryLost = useEffectEvent(() => {
    for (const adding of list) if (adding.problem?.key === 'documentFailed') retry(adding);
  });
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'there') retryLost();
  }, [connection]);
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  return {
    list,
    retry,
    add(documentId: number, files: readonly File[]) {
      const added = files.map((file) => newAdding(documentId, file));
      setList((all) => [...all, ...added]);
      for (const adding of added) if (adding.state === 'waiting') start(adding);
    },
    cancel({ key, state, percent, canRetry }: Adding) {
      if (state === 'sending') cancelled.current.add(key);
      // Once all of it is sent, the server may store it in any case: its response tells which file to remove.
      if (state !== 'sending' || percent < 100) stops.current.get(key)?.abort();
      forget(key);
      // It may have been stored although its response was lost.
      if (state === 'failed' && canRetry) void refetch();
    },
    /** Whether it is unknown if a removed file was stored. */
    isCancelling: () => cancelled.current.size > 0,
  };
}

function newAdding(documentId: number, file: File): Adding {
  const isUsable = file.size > 0 && file.size <= MAX_UPLOAD_BYTES;
  return {
    ...{ key: crypto.randomUUID(), documentId, file, percent: 0, canRetry: false },
    state: isUsable ? 'waiting' : 'failed',
    problem: isUsable ? null : problemOf(file.name, file.size),
  };
}

/** The server rejected a change of documents that changed meanwhile; its own message is in English only. */
export const REJECTED: FilledText = { key: 'documentRejected' };

function problemOf(name: string, size: number): FilledText {
  if (size === 0) return { key: 'documentEmpty', values: { name } };
  return { key: size > MAX_UPLOAD_BYTES ? 'documentTooLarge' : 'documentWrongType', values: { name } };
}
