import { getSignedCopy, startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { openEnvelope, refreshSubmissionStatus } from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { findStale, findUnfetched } from './queries.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
let provider: ExternalEsign;
let agent: Caller;

beforeAll(async () => {
  agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
});
beforeEach(async () => {
  provider = new ExternalEsign(t.current.clock, await buildPdf(1));
  provider.templates.push({
    id: 'T1',
    name: 'Advisory Agreement',
    version: 'v1',
    tabs: { checkboxTabs: [], listTabs: [] },
    recipients: ['advisor', 'client'],
    documents: [{ documentId: '1', name: 'agreement.pdf' }],
  });
  signWith(t.current.deps, provider);
});

/** A form of a client that an advisor signs first, with the envelope created by the advisor's click. */
async function opened() {
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form_id = body.forms.find(({ docusign_template_id }) => docusign_template_id === 'T1')?.id ?? 0;
  const client_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
  const created = await agent.call(createSubmission, { body: { client_id, form_id } });
  const { id } = created.body;
  const answer = await agent.call(openEnvelope, { params: { id: String(id) } });
  return { id, client_id, form_id, envelopeId: answer.body.envelopeId };
}

const refresh = (id: number) => agent.call(refreshSubmissionStatus, { params: { id } });

describe('an outside provider', () => {
  it('limits provider calls for one client', async () => {
    const { envelopeId, client_id, form_id, id } = await opened();
    provider.sign(envelopeId, 'advisor');
    await refresh(id);
    const link = await agent.call(createClientLink, {
      body: { formId: form_id, clientId: client_id, sessionFormId: id },
    });
    provider.calls.length = 0;
    const answers: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      answers.push((await t.current.withToken(link.body.data.token).call(startSigning)).status);
    }
    expect(answers).toEqual([...Array(20).fill(200), 429, 429]);
    expect(provider.calls).toEqual(Array(20).fill('signingUrl'));
    const rejected = await t.current.deps.database.query(
      `select entity, field, actor_kind, new_value from audit_events
        where action = 'limit_refused' and entity_id = $1 order by id`,
      [id],
    );
    const entry = { entity: 'session_form', field: 'startSigning', actor_kind: 'client' };
    expect(rejected).toEqual([1, 2].map((n) => ({ ...entry, new_value: { attempts_this_hour: n } })));
  });

  it('reports that a copy is being fetched while the provider does not provide it, and that another one has none', async () => {
    const { id, client_id, form_id, envelopeId } = await opened();
    provider.sign(envelopeId, 'advisor');
    await refresh(id);
    const link = await agent.call(createClientLink, {
      body: { formId: form_id, clientId: client_id, sessionFormId: id },
    });
    const visitor = t.current.withToken(link.body.data.token);
    expect((await visitor.call(getSignedCopy)).body.missing).toBe('waiting');
    provider.sign(envelopeId, 'client');
    provider.hasNoDocuments = true;
    await refresh(id);
    expect((await visitor.call(getSignedCopy)).body).toMatchObject({ document: null, missing: 'fetching' });
    const from = (name: string) =>
      t.current.deps.database.query('update session_forms set envelope_provider = $2 where id = $1', [
        id,
        name,
      ]);
    await from('a former one');
    expect((await visitor.call(getSignedCopy)).body.missing).toBe('none');
    await from('docusign');
    provider.hasNoDocuments = false;
    await refresh(id);
    expect((await visitor.call(getSignedCopy)).body).toMatchObject({ document: {}, missing: null });
  });

  it('does not block a form because of others that cannot be requested', async () => {
    const [first, second] = [await opened(), await opened()];
    const { database } = t.current.deps;
    const others = [[first.id, second.id]];
    await database.query(`update session_forms set is_voided = true where id <> all($1)`, others);
    const found = new Set<number>();
    const later = new Date(TEST_NOW.getTime() + 1);
    for (let n = 0; n < 60; n += 1) {
      for (const id of await findStale(database, 'docusign', later, 1)) found.add(id);
    }
    expect(found).toEqual(new Set([first.id, second.id]));
    await database.query(`update session_forms set is_completed = true where id = any($1)`, others);
    found.clear();
    for (let n = 0; n < 60; n += 1) {
      for (const id of await findUnfetched(database, 'docusign', 1)) found.add(id);
    }
    expect(found).toEqual(new Set([first.id, second.id]));
  });

  it('is complete or not there: a server that dies after the signature leaves no link open', async () => {
    const { id, client_id, form_id, envelopeId } = await opened();
    provider.sign(envelopeId, 'advisor');
    await refresh(id);
    await agent.call(createClientLink, { body: { formId: form_id, clientId: client_id, sessionFormId: id } });
    provider.sign(envelopeId, 'client');
    const { database } = t.current.deps;
    const real = database.transaction.bind(database);
    const dying = vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await real(work);
      throw new Error('the server died');
    });
    expect((await refresh(id)).status).toBe(500);
    dying.mockRestore();
    await refresh(id);
    const links = await database.query<{ status: string }>(
      `select status from secure_links where session_form_id = $1`,
      [id],
    );
    expect(links).toEqual([{ status: 'completed' }]);
  });
});
