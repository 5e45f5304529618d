import { submitSigning } from '@ledgerline/contract/signing/endpoints';
import { useRef, useState } from 'react';
import { ApiError, hasErrorCode } from '../../lib/api-error.ts';
import { signingCaller } from '../api.ts';
import { waitAfter } from '../session/link-error.ts';
import { ChangedElsewhereError } from '../session/server-draft.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import type { Signature } from './signature.ts';
import type { SigningDraft } from './signing-draft.ts';
import type { FillingIn } from './use-filling.ts';
import { isTicketExpired, type WithTicket } from './use-ticket.ts';

interface FinishOptions {
  withTicket: WithTicket;
  draft: SigningDraft;
  filling: FillingIn;
  onTicketExpired: () => void;
  /** The state of the document has changed meanwhile. */
  onChanged: () => void;
}

/** Submits the signature: one attempt at a time, with the same idempotency key while the content is unchanged. */
export function useFinish({ withTicket, draft, filling, onTicketExpired, onChanged }: FinishOptions) {
  const { language, text } = useMessages();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef({ content: '', key: '' });
  const isRunning = useRef(false);

  async function send() {
    const { signature, values } = filling;
    if (isRunning.current || signature === null) return;
    isRunning.current = true;
    setSending(true);
    setFailure(null);
    const body = { consent: true as const, language, signature: submitted(signature), values };
    const content = JSON.stringify(body);
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    try {
      const idempotencyKey = attempt.current.key;
      const { return_url } = await draft.whileSubmitting(() =>
        withTicket((ticket) => signingCaller(ticket)(submitSigning, { body, idempotencyKey })),
      );
      draft.finish();
      visit(return_url, { replace: true });
      return;
    } catch (error) {
      onRejected(error);
    }
    isRunning.current = false;
    setSending(false);
  }
  function onRejected(error: unknown) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (error instanceof ChangedElsewhereError) setFailure(text('submitChanged'));
    else if (isTicketExpired(error)) onTicketExpired();
    else if (hasErrorCode(error, 'content_lost')) setFailure(text('signContentLost'));
    else if (hasErrorCode(error, 'document_not_processed')) setFailure(text('signNotProcessed'));
    else if (status === 409) onChanged();
    else if (status === 429) setFailure(text('signBusy', { wait: waitAfter(error, language) }));
    else if (status === 400) setFailure(text('signRejected'));
    else setFailure(text('signFailed'));
  }
  return { isSending, failure, send: () => void send() };
}

/** The server inserts a saved signature itself. */
function submitted({ saved, ...signature }: Signature) {
  return saved === undefined ? signature : { saved };
}
