import { declineSigning } from '@ledgerline/contract/signing/endpoints';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { signingCaller } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';
import { useMessages } from '../texts/language.tsx';
import styles from './decline-dialog.module.css';
import { isTicketExpired, type WithTicket } from './use-ticket.ts';

interface DeclineDialogProps {
  withTicket: WithTicket;
  agent: string;
  onDeclined: (returnUrl: string) => void;
  onTicketExpired: () => void;
  /** The state of the document has changed meanwhile. */
  onChanged: () => void;
  onClose: () => void;
}

/** Asks for confirmation and a reason. */
export function DeclineDialog({ withTicket, agent, onClose, ...callbacks }: DeclineDialogProps) {
  const { text } = useMessages();
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const isRunning = useRef(false);
  async function decline(event: FormEvent) {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setState('sending');
    try {
      const body = { reason: reason.trim() };
      const { return_url } = await withTicket((ticket) => signingCaller(ticket)(declineSigning, { body }));
      callbacks.onDeclined(return_url);
    } catch (error) {
      console.warn('the document could not be declined', error);
      setState('failed');
      if (isTicketExpired(error)) callbacks.onTicketExpired();
      else if (error instanceof ApiError && error.status === 409) callbacks.onChanged();
    }
    isRunning.current = false;
  }
  return (
    <Dialog title={text('declineTitle')} onClose={onClose}>
      <form onSubmit={(event) => void decline(event)}>
        <p className={styles.text}>{text('declineText', { agent })}</p>
        <label htmlFor="decline-reason" className={question.label}>
          {text('declineReason')} <span className={question.optional}>({text('optional')})</span>
        </label>
        <textarea
          id="decline-reason"
          className={inputs.input}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p role="alert" className={styles.failure}>
          {state === 'failed' && text('declineFailed')}
        </p>
        <div className={`buttons ${styles.buttons}`}>
          <button type="button" className="button" onClick={onClose}>
            {text('declineKeep')}
          </button>
          <button type="submit" className={`button ${styles.decline}`} disabled={state === 'sending'}>
            {text('declineConfirm')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
