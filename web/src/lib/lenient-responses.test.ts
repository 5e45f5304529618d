import { createClient, getClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { getSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getSubmission, listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { lenientBody } from './lenient-responses.ts';

describe('a list response without its data', () => {
  it.each([listClients, listInvoices, listSubmissions])('is an empty list ($name)', (endpoint) => {
    for (const body of [{ success: true }, { success: true, data: null }]) {
      const read = lenientBody(endpoint.reply, body);
      expect(read.data).toEqual([]);
      expect(endpoint.reply.safeParse(read).success).toBe(true);
    }
  });

  it('keeps other fields', () => {
    expect(lenientBody(listClients.reply, { success: true, total: 7 })).toMatchObject({ data: [], total: 7 });
  });

  it.each([
    [{ success: true, total: 'seven' }],
    [{ success: false, message: 'No.' }],
    [{ error: 'no such page' }],
  ])('is invalid when something else is wrong with it: %j', (body) => {
    expect(lenientBody(listClients.reply, body)).toEqual(body);
  });

  it.each([getClient, createClient, getGlobalSettings])(
    'stays unchanged where one row is expected ($name)',
    ({ reply }) => {
      expect(lenientBody(reply, { success: true })).toEqual({ success: true });
    },
  );
});

describe('form_data as JSON text', () => {
  const answers = { first_name: 'Núria', dependents: [{ name: 'Pau' }] };
  const text = JSON.stringify(answers);

  it('is parsed like the object, in the response, in its row and in the rows of a list', () => {
    expect(lenientBody(getSecureForm.reply, { form_data: text })).toEqual({ form_data: answers });
    expect(lenientBody(getSubmission.reply, { data: { id: 1, form_data: text } })).toEqual({
      data: { id: 1, form_data: answers },
    });
    expect(lenientBody(listSubmissions.reply, { data: [{ form_data: text }, { form_data: null }] })).toEqual({
      data: [{ form_data: answers }, { form_data: null }],
    });
  });

  it.each(['not json', '"text"', '[1]', '12'])(
    'stays unchanged when it contains no answers: %s',
    (form_data) => {
      expect(lenientBody(undefined, { form_data })).toEqual({ form_data });
    },
  );

  it('that is blank counts as none', () => {
    expect(lenientBody(undefined, { form_data: ' ' })).toEqual({ form_data: null });
  });
});
