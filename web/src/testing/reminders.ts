import { getReminders, type Reminded, type ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import type { FakeServer } from './fake-server.ts';

/** Reminders of an emailed form, one of four sent, unless overridden. */
export function aReminderLine(fields: Partial<ReminderLine> = {}): ReminderLine {
  return {
    of: 'form',
    id: 1,
    client_id: 7,
    link_id: 5,
    session_id: null,
    session_form_id: 1,
    invoice_id: null,
    state: 'active',
    reason: null,
    next_at: '2026-11-24T14:00:00.000Z',
    next_number: 2,
    sent: 1,
    most: 4,
    last_at: '2026-11-21T14:00:00.000Z',
    bounced: null,
    can: { pause: true, resume: false, stop: true, send: true },
    ...fields,
  };
}

/** A server where nothing was emailed yet. */
export function serveNoReminders(server: FakeServer): FakeServer {
  const can = { pause: false, resume: false, stop: false, send: false };
  const nothing = { state: 'none', reason: 'not_mailed', next_at: null, next_number: null, sent: 0 } as const;
  return server.reply(getReminders, ({ path }) => {
    const [, , of, id] = path.split('/');
    return {
      success: true as const,
      data: aReminderLine({ ...nothing, of: of as Reminded, id: Number(id), most: 0, last_at: null, can }),
    };
  });
}
