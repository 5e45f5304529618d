import type { Reminded, ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import type { RemindedItem, Series } from './queries.ts';
import { isOnItsWay, isUnsendable, type ReminderState } from './rules.ts';

interface ReminderTarget {
  of: Reminded;
  id: number;
}

const NOTHING = { pause: false, resume: false, stop: false, send: false };

/** For an item that was never emailed. */
export function toNotSent({ of, id }: ReminderTarget, item: RemindedItem): ReminderLine {
  const { client_id, link_id, session_id, session_form_id, invoice_id } = item;
  return {
    ...{ of, id, client_id, link_id, session_id, session_form_id, invoice_id },
    ...{ state: 'none', reason: 'not_mailed', next_at: null, next_number: null },
    ...{ sent: 0, most: 0, last_at: null, bounced: null, can: NOTHING },
  };
}

export function toLine({ of, id }: ReminderTarget, series: Series, state: ReminderState): ReminderLine {
  const { client_id, link_id, session_id, session_form_id, invoice_id, sent, last_mail } = series;
  const { ended, waits, next, most } = state;
  const isStopped = series.state === 'stopped' || ended !== null;
  // The first reason for ending is kept.
  const end = series.state === 'stopped' ? series.reason : ended;
  const isComing = !isStopped && series.state === 'active' && waits === null;
  return {
    ...{ of, id, client_id, link_id, session_id, session_form_id, invoice_id },
    state: isStopped ? 'stopped' : series.state,
    reason: isStopped ? end : series.state === 'paused' ? null : waits,
    next_at: isComing ? (next?.at.toISOString() ?? null) : null,
    next_number: isComing ? (next?.number ?? null) : null,
    sent: sent.length,
    most: waits === 'off' ? 0 : most,
    last_at: sent.at(-1)?.at.toISOString() ?? null,
    bounced:
      last_mail.failure === 'refused'
        ? { at: last_mail.at.toISOString(), to_address: last_mail.to_address, error: last_mail.error ?? '' }
        : null,
    can: {
      pause: !isStopped && series.state === 'active',
      resume: ended === null && series.state !== 'active',
      stop: !isStopped,
      send: ended === null && !isUnsendable(waits) && next !== null && !isOnItsWay(series),
    },
  };
}
