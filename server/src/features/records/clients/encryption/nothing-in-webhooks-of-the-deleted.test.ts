import { createClient, deleteClient } from '@ledgerline/contract/clients/endpoints';
import { deleteDocument, listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { createInvoice, deleteInvoice, generateInvoiceLink } from '@ledgerline/contract/invoices/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { voidEnvelope } from '@ledgerline/contract/signing/endpoints';
import { createSubmission, deleteSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import type { OutgoingEvent } from '@ledgerline/fakes/square/events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { MAX_ATTEMPTS, processEvent } from '#features/webhooks/receive-event.ts';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { linkAll } from '#testing/audit-log.ts';
import { ClientMarks, expectNoMarks, successful } from '#testing/client-marks.ts';
import { deliver as deliverConnect, type Office, useDocusignOffice } from '#testing/docusign-office.ts';
import { deliver as deliverEvents, useSquareOffice } from '#testing/square-office.ts';
import type { TestApp } from '#testing/test-app.ts';

const docusign = useDocusignOffice();
const square = useSquareOffice();
// Here the real queue runs, so that its tables are searched too.
beforeAll(async () => {
  vi.restoreAllMocks();
  await docusign.current.t.startJobs();
  await square.current.t.startJobs();
});

interface EventRow {
  id: number;
  status: string;
  attempts: number;
}
const eventRows = ({ deps }: TestApp) =>
  deps.database.query<EventRow>('select id, status, attempts from provider_events order by id');

/** Every event was processed, or has failed once; the failed ones are then retried until they are parked. Returns their number. */
async function settleEvents(t: TestApp): Promise<number> {
  await expect
    .poll(
      async () => (await eventRows(t)).filter((row) => row.status === 'new' && row.attempts === 0).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(0);
  for (const { id } of (await eventRows(t)).filter(({ status }) => status === 'new')) {
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      await processEvent(t.deps, eventHandlers, id).catch(() => undefined);
    }
  }
  const rows = await eventRows(t);
  expect(rows.filter(({ status }) => status === 'new')).toEqual([]);
  return rows.filter(({ status }) => status === 'parked').length;
}

async function newClient({ agent }: Pick<Office, 'agent'>, marks: ClientMarks): Promise<number> {
  const body = {
    client_first_name: marks.text(),
    client_last_name: marks.text(),
    primary_email: `${marks.text()}@marks.test`,
    primary_phone: '(305) 555-0123',
  };
  return successful(await agent.call(createClient, { body })).body.id;
}

async function deleteForGood(t: TestApp, { agent }: Pick<Office, 'agent'>, id: number): Promise<void> {
  await t.deps.reads.flush(true);
  successful(await agent.call(deleteClient, { params: { id } }));
}

async function expectNothingLeft(t: TestApp, marks: ClientMarks): Promise<void> {
  await expectNoMarks(t, marks);
  await linkAll(t);
  expect(await verifyAuditLog(t.deps)).toMatchObject({ findings: [] });
}

describe('after a client is permanently deleted, nothing remains of the webhooks', () => {
  it('of DocuSign: signed, declined, void, unreadable, early and late ones', async () => {
    const { t, fake, agent } = docusign.current;
    const marks = new ClientMarks('91');
    const clientId = await newClient(docusign.current, marks);
    successful(await agent.call(syncTemplates));
    const templateOf = async (name: string) => {
      const { body } = await agent.call(listTemplates);
      return body.forms.find(({ form_name_agent }) => form_name_agent === name)?.id ?? 0;
    };
    const name = 'HIPAA Authorization';
    await expect.poll(() => templateOf(name), { timeout: 20_000 }).toBeGreaterThan(0);
    const formId = await templateOf(name);
    const sent = async () => {
      const created = await agent.call(createSubmission, { body: { client_id: clientId, form_id: formId } });
      const { id } = successful(created).body;
      const link = successful(
        await agent.call(createClientLink, { body: { formId, clientId, sessionFormId: id } }),
      );
      const started = successful(await t.withToken(link.body.data.token).call(startSigning));
      const { envelopeId } = fake.open(started.body.signing_url ?? '');
      return { id, envelopeId };
    };

    const signed = await sent();
    fake.rename(signed.envelopeId, 'Client', marks.text());
    fake.sign(signed.envelopeId, 'Client', { texts: {} });
    const declined = await sent();
    fake.decline(declined.envelopeId, 'Client', marks.text());
    expect(new Set(await deliverConnect(docusign.current))).toEqual(new Set([200]));
    expect(await settleEvents(t)).toBe(0);

    // Its events arrive after the form is gone, and one of them after the client.
    const voided = await sent();
    const reason = { params: { id: String(voided.id) as never }, body: { reason: marks.text() } };
    successful(await agent.call(voidEnvelope, reason));
    const [last, ...early] = fake.connect.drain().reverse();

    // Sent by a server that ended before it could store the envelope with the form.
    const interrupted = await sent();
    fake.connect.drain();
    const { database } = t.deps;
    await database.query(
      'update session_forms set envelope_id = null, envelope_status = null where id = $1',
      [interrupted.id],
    );
    const openStates = await database.query(
      `select from docusign_envelopes where state::text like '%' || $1 || '%'`,
      [marks.all[0]],
    );
    expect(openStates).toHaveLength(1);

    await expect
      .poll(
        async () => (await agent.call(listClientDocuments, { params: { id: clientId } })).body.documents,
        {
          timeout: 20_000,
        },
      )
      .toHaveLength(1);
    for (const form of [signed, declined, voided, interrupted]) {
      const body = form === signed ? { confirm_title: name } : {};
      successful(await agent.call(deleteSubmission, { params: { id: form.id }, body }));
    }
    const { body } = await agent.call(listClientDocuments, { params: { id: clientId } });
    for (const one of body.documents) {
      const confirmed = { confirm_title: one.file_name };
      successful(await agent.call(deleteDocument, { params: { id: one.id }, body: confirmed }));
    }

    const unreadable = fake.connect.signed(`not JSON about ${marks.text()}`);
    const incomplete = fake.connect.signed(
      JSON.stringify({
        event: 'envelope-delivered',
        generatedDateTime: '2026-11-20T15:00:00Z',
        data: {
          accountId: fake.accountId,
          envelopeId: voided.envelopeId,
          envelopeSummary: { emailSubject: marks.text(), sender: { userName: marks.text() } },
        },
      }),
    );
    const failure = {
      status: 503,
      body: { errorCode: 'SERVICE_UNAVAILABLE', message: `No service for "${marks.text()}".` },
    };
    fake.http.failNext('GET', /\/envelopes$/, { kind: 'answer', ...failure }, 30);
    expect(await deliverConnect(docusign.current, [...early, unreadable, incomplete])).not.toContain(401);
    expect(await settleEvents(t)).toBeGreaterThanOrEqual(3);

    await deleteForGood(t, docusign.current, clientId);
    await expectNothingLeft(t, marks);
    expect(await deliverConnect(docusign.current, last ? [last] : [])).toEqual([200]);
    await settleEvents(t);
    await expectNothingLeft(t, marks);
  });

  it('of Square: processed, unreadable, early and late ones', async () => {
    const { t, fake, agent } = square.current;
    const marks = new ClientMarks('92');
    const customer_id = await newClient(square.current, marks);
    const line = () => ({ description: marks.text(), quantity: 1, unit_price_cents: 10_000 });
    const text = () => ({ title: marks.text(), description: marks.text() });
    const created = await agent.call(createInvoice, {
      body: { ...text(), customer_id, square_account: 'BFS', line_items: [line()] },
    });
    const params = { id: successful(created).body.id };
    successful(await agent.call(generateInvoiceLink, { params }));
    /** The event as Square sends it: with the recipient's name and addresses. */
    const named = ({ rawBody }: OutgoingEvent) => {
      const event = JSON.parse(rawBody.toString());
      const invoice = event.data.object?.invoice;
      if (invoice) {
        invoice.primary_recipient = {
          ...invoice.primary_recipient,
          ...{
            given_name: marks.text(),
            family_name: marks.text(),
            email_address: `${marks.text()}@marks.test`,
          },
          address: { address_line_1: marks.text() },
        };
      }
      return fake.forge('BFS', JSON.stringify(event), event.type);
    };
    const published = fake.outbox.drain().map(named);
    expect(new Set(await deliverEvents(square.current, published))).toEqual(new Set([200]));
    expect(await settleEvents(t)).toBe(0);

    await expect.poll(async () => (await agent.call(deleteInvoice, { params })).status).toBe(200);
    const [late, ...early] = fake.outbox.drain().map(named).reverse();
    const failure = {
      status: 503,
      body: {
        errors: [{ category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE', detail: `About ${marks.text()}` }],
      },
    };
    fake.http.failNext('GET', /\/invoices\//, { kind: 'answer', ...failure }, 60);
    const unreadable = fake.forge('BFS', `not JSON about ${marks.text()}`);
    const repeated = published.map(({ rawBody }) => {
      const event = { ...JSON.parse(rawBody.toString()), event_id: crypto.randomUUID() };
      return fake.forge('BFS', JSON.stringify(event));
    });
    await deliverEvents(square.current, [...early, ...repeated, unreadable]);
    expect(await settleEvents(t)).toBeGreaterThanOrEqual(2);

    await deleteForGood(t, square.current, customer_id);
    await expectNothingLeft(t, marks);
    if (late) await deliverEvents(square.current, [late]);
    await settleEvents(t);
    await expectNothingLeft(t, marks);
  });
});
