import { ERRORS } from '@ledgerline/contract/errors';
import { getPublicForm, submitPublicForm } from '@ledgerline/contract/public-forms/endpoints';
import { listTemplateSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildTemplate, signInAs } from '#testing/factories.ts';
import { submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ BRAND: 'Palm Insurance' });

describe('a form opened without a token', () => {
  const params = { formLinkId: 'personal-info' };
  const session = (n: number) => `TEMP_${String(n).padStart(16, 'A')}`;

  it('is described without a token', async () => {
    const { status, body } = await t.current.call(getPublicForm, { params });
    expect(status).toBe(200);
    expect(body.form).toEqual({
      form_link_id: 'personal-info',
      title: 'Personal Information',
      titles: expect.objectContaining({ en: 'Personal Information', es: 'Información personal' }),
      type: 'Web Form',
      brokerage: 'Palm Insurance',
      agent_name: null,
      totalSteps: 11,
    });
    expect((await t.current.call(getPublicForm, { params: { formLinkId: 'nothing' } })).status).toBe(404);
    expect((await t.current.call(getPublicForm, { params: { formLinkId: '1' } })).status).toBe(404);
  });

  it('is also described when the client signs first; one that waits for the advisor needs a link', async () => {
    const signed = { type: 'DocuSign', pending_client_signature: true };
    const first = await buildTemplate(t.current, signed);
    const second = await buildTemplate(t.current, { ...signed, pending_advisor_signature: true });
    const request = (formLinkId: string) => t.current.call(getPublicForm, { params: { formLinkId } });
    expect((await request(first.form_link_id)).body.form).toMatchObject({
      form_link_id: first.form_link_id,
      title: first.form_name_client,
      type: 'DocuSign',
    });
    const rejected = await request(second.form_link_id);
    const [code, message] = ['advisor_first', ERRORS.advisor_first.message];
    expect(rejected).toMatchObject({ status: 409, error: { code, message, details: { state: code } } });
  });

  it('creates one submission without a client and names the person who filled it in', async () => {
    const agent = await signInAs(t.current);
    const body = { ...submitBody(), progress_session_id: session(1) };
    const done = await t.current.call(submitPublicForm, { params, body });
    expect(done.status).toBe(201);
    const repeat = await t.current.call(submitPublicForm, { params, body });
    const [code, message] = ['form_completed', 'This form has already been submitted.'];
    expect(repeat).toMatchObject({ status: 409, error: { code, message } });
    const { body: listed } = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
    expect(listed.data.filter(({ progress_session_id }) => progress_session_id === session(1))).toMatchObject(
      [
        {
          client_id: null,
          client_first_name: null,
          first_name: 'Rosa',
          last_name: 'Marín',
          email: 'rosa@example.test',
          date_of_birth: '1961-05-31',
          access_type: 'public',
          display_status: 'Completed',
        },
      ],
    );
  });

  it('rejects unfinished answers, session ids of another kind, and forms that need a link', async () => {
    const unfinished = { form_data: {}, language: 'en' as const, progress_session_id: session(2) };
    expect((await t.current.call(submitPublicForm, { params, body: unfinished })).status).toBe(400);
    const wrongId = { ...submitBody(), progress_session_id: 'SEC_AAAAAAAAAAAAAAAA' };
    expect((await t.current.call(submitPublicForm, { params, body: wrongId })).status).toBe(400);
    await t.current.deps.database.query(
      `insert into global_forms (type, form_name_agent, form_name_client, form_link_id) values ('DocuSign', 'W-9', 'W-9', 'w-9')`,
    );
    const direct = await t.current.call(getPublicForm, { params: { formLinkId: 'w-9' } });
    expect([direct.status, direct.error.message]).toEqual([
      409,
      'This form cannot be opened directly. Please use "Get Form Link" to generate the proper URL.',
    ]);
  });

  it('finds a form by its link id, even if that is the number of another form', async () => {
    const [other] = await t.current.deps.database.query<{ id: number }>(
      'select id from global_forms limit 1',
    );
    await t.current.deps.database.query(
      `insert into global_forms (type, form_name_agent, form_name_client, form_link_id, pending_client_signature)
       values ('DocuSign', 'Tax form', 'Tax form', $1, true)`,
      [String(other?.id)],
    );
    const found = await t.current.call(getPublicForm, { params: { formLinkId: String(other?.id) } });
    expect([found.status, found.body.form?.title]).toEqual([200, 'Tax form']);
  });

  it('is limited per address', async () => {
    const body = { form_data: {}, language: 'en' as const, progress_session_id: session(3) };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      statuses.push((await t.current.call(submitPublicForm, { params, body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
