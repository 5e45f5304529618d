import {
  createSubmission,
  createSubmissionSchema,
  getSubmission,
  updateSubmission,
  updateSubmissionSchema,
} from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('an update accepts every field that a new form accepts, and no other', () => {
  expect(Object.keys(updateSubmissionSchema.shape)).toEqual(Object.keys(createSubmissionSchema.shape));
});

describe('updating a form with the fields of a new one', () => {
  it('accepts all of them, and ids as text as well', async () => {
    const agent = await signInAs(t.current);
    const template = await buildTemplate(t.current);
    const client_id = await buildClient(t.current);
    const session = await buildSession(t.current, { client_id });
    const input = { form_id: String(template.id), source_template_id: template.id, title: 'Placed' };
    const created = await agent.call(createSubmission, { body: input });
    expect([created.status, created.error.message]).toEqual([201, undefined]);
    const params = { id: String(created.body.id) };
    const body = {
      ...input,
      client_id: String(client_id),
      session_id: String(session.id),
      type: 'pdf',
      form_link_id: template.form_link_id,
      notes: '<p>Ask for it</p>',
      folder: 'Life',
      order_index: 3,
      next_signer_role: 'client',
      pending_client_signature: true,
      pending_advisor_signature: false,
      external_url: 'https://example.org/form',
      status: 'sent' as const,
    };
    const changed = await agent.call(updateSubmission, { params, body });
    expect([changed.status, changed.error.message]).toEqual([200, undefined]);
    expect(changed.body.data).toMatchObject({
      client_id,
      session_id: session.id,
      notes: '<p>Ask for it</p>',
      folder: 'Life',
      order_index: 3,
      next_signer_role: 'client',
      pending_client_signature: true,
      embedded_url: 'https://example.org/form',
      status: 'sent',
    });
    expect((await agent.call(updateSubmission, { params, body })).body.data).toEqual(changed.body.data);
  });

  it('never changes its template, nor moves it', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const template = await buildTemplate(t.current);
    const { id } = await buildSubmission(t.current, { session, form_id: template.id });
    const params = { id };
    const before = (await agent.call(getSubmission, { params })).body.data;
    const cases: [object, RegExp][] = [
      [{ form_id: template.id + 1 }, /template of a form can’t be changed/],
      [{ form_id: null }, /template of a form can’t be changed/],
      [{ source_template_id: 'another' }, /template of a form can’t be changed/],
      [{ type: 'DocuSign' }, /template of a form can’t be changed/],
      [{ form_link_id: 'another' }, /template of a form can’t be changed/],
      [{ client_id: null }, /Use Unlink/],
      [{ session_id: null }, /Use Unlink/],
    ];
    for (const [body, message] of cases) {
      const { status, error } = await agent.call(updateSubmission, { params, body });
      expect([body, status, error.message]).toEqual([body, 409, expect.stringMatching(message)]);
    }
    expect((await agent.call(getSubmission, { params })).body.data).toEqual(before);
  });

  it.each([
    ['is out for signature', { envelope_id: 'env_out' }],
    ['is complete', { status: 'completed', is_completed: true }],
    ['is voided', { status: 'voided', is_voided: true }],
  ])('leaves the status and signers alone when it %s', async (_, values) => {
    const agent = await signInAs(t.current);
    const { id } = await buildSubmission(t.current, { type: 'DocuSign', ...values });
    for (const body of [
      { status: 'pending' as const },
      { pending_client_signature: true },
      { next_signer_role: 'x' },
    ]) {
      const { data } = (await agent.call(getSubmission, { params: { id } })).body;
      if ('status' in body && data.status === body.status) continue;
      const { status, error } = await agent.call(updateSubmission, { params: { id }, body });
      expect([body, status, error.message]).toEqual([body, 409, expect.stringMatching(/manually/)]);
    }
    const renamed = await agent.call(updateSubmission, { params: { id }, body: { title: 'Renamed' } });
    expect(renamed.body.data.title).toBe('Renamed');
  });

  it('voids and completes a custom form by hand, with all flags', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSubmission(t.current, { type: 'Link' });
    const voided = await agent.call(updateSubmission, { params: { id }, body: { status: 'voided' } });
    expect(voided.body.data).toMatchObject({ status: 'voided', is_voided: true });
  });
});
