import { describe, expect, it } from 'vitest';
import { type Facts, type RemindedForm, stateOf } from './rules.ts';

const SETTINGS = {
  reminders_on: true,
  reminders_first_days: 2,
  reminders_every_days: 3,
  reminders_most: 4,
  reminders_of_invoices: true,
};
const AT = {
  now: new Date('2026-11-04T15:00:00Z'),
  timeZone: 'America/New_York',
  isConnected: true,
  canBeOpened: true,
};

const form = (values: Partial<RemindedForm> = {}): RemindedForm => ({
  ...{ is_left: true, is_advisor_first: false, is_voided: false, is_declined: false },
  ...{ mode: 'default', first_days: null, every_days: null, most: null },
  ...values,
});
const link = { client_id: 7, expires_at: new Date('2026-12-01'), is_revoked: false, has_newer: false };
const invoice = {
  ...{ client_id: 7, status: 'sent', provider_status: null },
  ...{ due_date: '2026-11-04', has_pay_page: true, is_paying: false, is_changed: false, is_refunded: false },
};
const facts = (values: Partial<Facts> = {}): Facts => ({
  ...{ id: 1, client_id: 7, state: 'active', reason: null, started_at: new Date('2026-11-02T20:00:00Z') },
  ...{
    link,
    forms: [form()],
    invoice: null,
    address: null,
    is_inactive: false,
    is_address_changed: false,
    sent: [],
    mailed: [],
  },
  last_mail: { status: 'sent', failure: null, to_address: 'a@example.test', error: null, at: AT.now },
  ...values,
});
const ofInvoice = (values: Partial<typeof invoice> | { due_date: null } | { provider_status: string }) =>
  facts({ link: null, forms: [], invoice: { ...invoice, ...values } });
const bounced = { ...facts().last_mail, status: 'failed', failure: 'refused' };
const unconnected = { ...bounced, failure: 'unconnected' };
const done = form({ is_left: false });

describe('the state of a series', () => {
  it.each<[string, Facts, string]>([
    ['is due', facts(), 'next 1'],
    ['has ended with its work', facts({ forms: [done] }), 'ended done'],
    ['continues while one of several forms is unfinished', facts({ forms: [done, form()] }), 'next 1'],
    [
      'has ended with a void form',
      facts({ forms: [form({ is_left: false, is_voided: true })] }),
      'ended voided',
    ],
    [
      'ends when the client declines',
      facts({ forms: [form({ is_left: false, is_declined: true })] }),
      'ended declined',
    ],
    ['ends when its forms are removed', facts({ forms: [] }), 'ended taken_back'],
    ['has ended with the link', facts({ link: { ...link, expires_at: AT.now } }), 'ended expired'],
    [
      'of completed forms ended when they were completed, not with the link',
      facts({ forms: [done], link: { ...link, expires_at: AT.now } }),
      'ended done',
    ],
    [
      'has ended with a newer link',
      facts({ link: { ...link, is_revoked: true, has_newer: true } }),
      'ended newer_link',
    ],
    ['ends when the link is revoked', facts({ link: { ...link, is_revoked: true } }), 'ended taken_back'],
    [
      'ends when the form no longer belongs to the client',
      facts({ link: { ...link, client_id: 8 } }),
      'ended taken_back',
    ],
    ['ends when the email is rejected', facts({ last_mail: bounced }), 'ended bounced'],
    ['waits for the advisor', facts({ forms: [form({ is_advisor_first: true })] }), 'waits advisor_first'],
    ['waits where the template is off', facts({ forms: [form({ mode: 'off' })] }), 'waits off'],
    [
      'continues with a form whose template is not off',
      facts({ forms: [form({ mode: 'off' }), form()] }),
      'next 1',
    ],
    [
      'uses the numbers of its template',
      facts({ forms: [form({ mode: 'own', first_days: 1, every_days: 1 })] }),
      'next 2',
    ],
    ['has sent its last reminder', facts({ sent: [{ number: 4, at: AT.now }] }), 'ended used_up'],
    ['of an invoice is due on the day', ofInvoice({}), 'next 2'],
    ['of a paid invoice has ended', ofInvoice({ status: 'paid' }), 'ended paid'],
    ['of a void invoice has ended', ofInvoice({ status: 'void' }), 'ended voided'],
    ['of an invoice of another client has ended', ofInvoice({ client_id: 8 }), 'ended taken_back'],
    ['of an invoice without a due date waits', ofInvoice({ due_date: null }), 'waits no_due_date'],
    [
      'of an invoice with a payment on its way waits',
      ofInvoice({ provider_status: 'processing' }),
      'waits payment_pending',
    ],
    ['of an invoice that is being paid waits', ofInvoice({ is_paying: true }), 'waits payment_pending'],
    ['of an invoice that was changed waits', ofInvoice({ is_changed: true }), 'waits changed'],
    ['of an invoice after a refund waits', ofInvoice({ is_refunded: true }), 'waits refunded'],
    [
      'of an invoice that was changed and refunded waits for the change',
      ofInvoice({ is_changed: true, is_refunded: true }),
      'waits changed',
    ],
    ['to an address that was corrected waits', facts({ is_address_changed: true }), 'waits address_changed'],
    ['of a link that was never really emailed waits', facts({ last_mail: unconnected }), 'waits not_mailed'],
    ['of an inactive client waits', facts({ is_inactive: true }), 'waits inactive'],
    [
      'of an invoice whose page is being recreated waits',
      ofInvoice({ has_pay_page: false }),
      'waits no_pay_page',
    ],
  ])('%s', (_, input, expected) => {
    const { ended, waits, next } = stateOf(input, SETTINGS, AT);
    const text = ended ? `ended ${ended}` : waits ? `waits ${waits}` : `next ${next?.number}`;
    expect(text).toBe(expected);
  });

  it('waits while its link cannot be opened', () => {
    expect(stateOf(facts(), SETTINGS, { ...AT, canBeOpened: false }).waits).toBe('no_public_url');
  });

  it('waits without a mail server, whether or not its email was tried', () => {
    const off = { ...AT, isConnected: false };
    expect(stateOf(facts(), SETTINGS, off).waits).toBe('not_connected');
    expect(stateOf(facts({ last_mail: unconnected }), SETTINGS, off).waits).toBe('not_connected');
  });

  it('waits where the brokerage is off, unless a template has numbers of its own', () => {
    const off = { ...SETTINGS, reminders_on: false, reminders_of_invoices: false };
    expect(stateOf(facts(), off, AT).waits).toBe('off');
    expect(stateOf(ofInvoice({}), off, AT).waits).toBe('off');
    expect(stateOf(facts({ forms: [form({ mode: 'own', most: 1 })] }), off, AT)).toMatchObject({
      waits: null,
      most: 1,
    });
  });
});
