import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor, recordTypeOf, sentenceOf } from './rules.ts';

const ROW = {
  actor_kind: 'agent',
  actor_id: 7,
  actor_name: 'Blake Rivers',
  address: null,
  entity: 'client',
  entity_id: 3,
  field: null,
  old_value: null,
  new_value: null,
  operation: null,
  request_id: null,
};

const NAMES: Record<string, string> = { 'client.3': 'Eva Ruiz', 'task.4': 'Call', 'agent.6': 'Dana Cole' };
const context = {
  timeZone: 'America/New_York',
  nameOf: (entity: string, id: number) => NAMES[`${entity}.${id}`] ?? '',
};

describe('the sentence of an audit log row', () => {
  it.each([
    [{ action: 'opened', entity: 'client_read' }, 'Ana Marin', 'opened Ana Marin'],
    [{ action: 'opened', entity: 'client_read' }, '', 'opened client 3'],
    [
      { action: 'updated', field: 'primary_phone', old_value: '555-0100', new_value: '555-0199' },
      'Ana Marin',
      'changed Primary phone of Ana Marin from 555-0100 to 555-0199',
    ],
    [
      { action: 'updated', field: 'ssn', old_value: '•••-••-6789', new_value: null },
      'Ana Marin',
      'cleared SSN of Ana Marin, which was •••-••-6789',
    ],
    [
      {
        action: 'updated',
        entity: 'invoice',
        field: 'payment_received_at',
        new_value: '2026-11-25T17:36:50.305Z',
      },
      'INV-7',
      'set payment date of the invoice “INV-7” to Nov 25, 2026, 12:36 PM',
    ],
    [
      { action: 'updated', field: 'owner_agent_id', old_value: 5, new_value: 6 },
      'Ana Marin',
      'changed Owner of Ana Marin from agent 5 to Dana Cole',
    ],
    [
      { action: 'revealed', field: 'ssn', new_value: 'Carrier call' },
      'Ana Marin',
      'revealed SSN of Ana Marin, because: Carrier call',
    ],
    [{ action: 'revealed', field: 'ssn' }, 'Ana Marin', 'revealed SSN of Ana Marin'],
    [
      { action: 'answers_read', entity: 'session_form_read' },
      'Health questions',
      'read the answers of the form “Health questions”',
    ],
    [
      {
        action: 'searched',
        entity: 'client_read',
        entity_id: null,
        field: 'searchEverything',
        new_value: { text: 'marin' },
      },
      '',
      'searched everything for “marin”',
    ],
    [
      {
        action: 'listed',
        entity: 'ledger_read',
        entity_id: null,
        field: 'getLedgerRows',
        new_value: { rows: 1240 },
      },
      '',
      'read 1,240 rows of the ledger',
    ],
    [
      { action: 'exported', entity: 'ledger', entity_id: null, new_value: { rows: 500 } },
      '',
      'exported 500 rows of the ledger',
    ],
    [{ action: 'exported', entity: 'audit', entity_id: null, new_value: {} }, '', 'exported the audit log'],
    [{ action: 'sign_in_failed', entity: 'agent' }, 'Dana Cole', 'failed to sign in as Dana Cole'],
    [
      { action: 'file_read', entity: 'document_read', field: 'id.pdf' },
      'id.pdf',
      'fetched “id.pdf” of the document “id.pdf”',
    ],
    [
      { action: 'file_read', entity: 'document_read', new_value: 'old.pdf' },
      'new.pdf',
      'fetched “old.pdf” of the document “new.pdf”',
    ],
    [{ action: 'file_read', entity: 'document_read', new_value: null }, '', 'fetched a file of document 3'],
    [{ action: 'mailed', field: 'form_link' }, 'Ana Marin', 'queued an email with a link for Ana Marin'],
    [{ action: 'mailed', field: 'session_link' }, '', 'queued an email with a link for client 3'],
    [{ action: 'mailed', field: 'reminder' }, 'Ana Marin', 'queued a reminder for Ana Marin'],
    [{ action: 'mailed', field: 'receipt' }, 'Ana Marin', 'queued a receipt for Ana Marin'],
    [{ action: 'mailed', field: 'client_turn' }, 'Ana Marin', 'queued an email asking Ana Marin to sign'],
    [
      { action: 'mailed', field: 'signed_copy' },
      'Ana Marin',
      'queued an email with a link to the signed copy for Ana Marin',
    ],
    [{ action: 'signed_in', entity: 'agent' }, 'Dana Cole', 'signed in'],
    [
      { action: 'remembered_device_used', entity: 'agent' },
      'Dana Cole',
      'signed in on a remembered device, without two-factor authentication',
    ],
    [
      { action: 'remembered_device_removed', entity: 'agent' },
      'Dana Cole',
      'removed a remembered device of Dana Cole',
    ],
    [
      { action: 'access_refused', entity: 'agent', field: 'listAuditEvents' },
      '',
      'was denied: list audit events',
    ],
    [{ action: 'some_new_act', entity: 'some_thing' }, '', 'some new act some thing 3'],
    [
      { action: 'submitted', entity: 'session_form' },
      'Health questions',
      'submitted the form “Health questions”',
    ],
    [{ action: 'stopped', entity: 'reminder', field: 'state' }, '', 'stopped reminder series 3'],
    [{ action: 'done', entity: 'task' }, 'Call', 'marked the task “Call” as done'],
    [{ action: 'restored', entity: 'template' }, 'Intake', 'restored the template “Intake”'],
    [{ action: 'restored', field: 'ssn' }, 'Ana Marin', 'restored SSN of Ana Marin'],
    [
      {
        action: 'signing',
        entity: 'session_form',
        field: 'has_client_signature',
        old_value: false,
        new_value: true,
      },
      'Intake',
      'changed client signature of the form “Intake” from no to yes',
    ],
    [
      { action: 'signing', entity: 'session_form', field: 'is_completed', old_value: false, new_value: true },
      'Intake',
      'changed completion of the form “Intake” from no to yes',
    ],
    [{ action: 'created', entity: 'transaction', entity_id: 51, field: null }, '', 'recorded payment 51'],
    [{ action: 'imported', entity: 'import' }, 'clients.csv', 'ran the import “clients.csv”'],
    [{ action: 'updated', entity: 'sign_in_rules', entity_id: null }, '', 'changed the sign-in policy'],
    [{ action: 'opened', entity: 'client_read' }, '$& {field}', 'opened $& {field}'],
    [
      { action: 'sent', entity: 'session_form', field: null },
      'Consent',
      'sent the form “Consent” for signature',
    ],
    [{ action: 'sent', entity: 'invoice', field: null }, 'INV-7', 'sent the invoice “INV-7”'],
  ])('%j of %s', (row, name, sentence) => {
    expect(sentenceOf({ ...ROW, ...row }, name, context)).toBe(sentence);
  });

  it.each([
    [{ length: 1, found: 0, first: [] }, 'a text of 1 character, without results'],
    [
      { length: 5, found: 2, first: ['client.3', 'task.4'] },
      'a text of 5 characters, with 2 results: Eva Ruiz, the task “Call”',
    ],
    [
      { length: 2, found: 30, first: ['client.9'] },
      'a text of 2 characters, with 30 results: client 9 and more',
    ],
    [{ length: 2, found: 1, first: ['nonsense'] }, 'a text of 2 characters, with 1 result'],
  ])('describes the results of a search: %j', (new_value, found) => {
    const row = { ...ROW, action: 'searched', entity: 'client_read', entity_id: null, field: 'listClients' };
    expect(sentenceOf({ ...row, new_value }, '', context)).toBe(`searched the list of clients for ${found}`);
  });
});

describe('an audit log cursor', () => {
  it('is parsed as it is written, and rejects everything else', () => {
    const cursor = { at: '2026-11-24T09:00:00.000001Z', id: 7 };
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    for (const text of ['', '7', '2026-11-24.7', `${formatCursor(cursor)}8888888888888888`, "'; drop"])
      expect(parseCursor(text)).toBeNull();
  });

  it('a read belongs to the kind of its record', () => {
    expect([recordTypeOf('client_read'), recordTypeOf('client')]).toEqual(['client', 'client']);
  });
});
