import {
  getAgentContact,
  MAX_PHOTO_SIDE,
  updateAgentContact,
} from '@ledgerline/contract/agents/contact/endpoints';
import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  getPublicForm,
  getSecureForm,
  getSessionPage,
  getSignedCopy,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { updateBrand } from '@ledgerline/contract/settings/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useConnectedApp } from '#testing/connected-app.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { openedPage } from '#testing/opened-page.ts';
import { buildPng } from '#testing/png.ts';
import { sentLink } from '#testing/sent-link.ts';

const { t } = useConnectedApp({ PUBLIC_URL: 'https://portal.example' });
type Agent = Awaited<ReturnType<typeof signInAs>>;
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

const square = (side: number) => buildPng({ width: side, height: side });
const save = (agent: Agent, body: object) => agent.call(updateAgentContact, { body });
const saved = async (agent: Agent, body: object) => (await save(agent, body)).body.data;
const photo = (side = 60) => ({ photo: square(side).toString('base64') });
const get = (url: string | null) => t.current.app.inject({ url: url ?? '' });

let owner: Agent;
beforeAll(async () => {
  // The queue accepts emails and sends none.
  await t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]);
  owner = await signInAs(t.current, { is_owner: true });
});
beforeEach(() => t.current.clock.advance(61_000));

describe("an agent's phone number and photo", () => {
  it('are changed field by field by the agent, cleaned, and recorded without the address of the photo', async () => {
    const agent = await signInAs(t.current);
    expect((await agent.call(getAgentContact)).body.data).toEqual({ phone: null, photo: null });
    await save(agent, { phone: ' (555) 010-0199 ' });
    const { photo: path } = await saved(agent, photo());
    expect(path).toMatch(/^\/api\/agent-photos\/[\da-f]{32}\.png$/);
    expect((await agent.call(getAgentContact)).body.data).toEqual({ phone: '(555) 010-0199', photo: path });
    const image = await get(path);
    expect([image.statusCode, image.rawPayload.equals(square(60))]).toEqual([200, true]);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const audit = await sql<{ field: string; new_value: string }>(
      `select field, new_value from audit_events where entity = 'agent' and entity_id = $1 and field like 'contact%'`,
      [agent.agent.id],
    );
    expect(audit.map(({ field }) => field)).toEqual(['contact_phone', 'contact_photo']);
    expect(JSON.stringify(audit)).not.toContain(path?.slice(-36, -4));
  });

  it.each([
    [{ phone: '' }, 'phone'],
    [{ phone: '5'.repeat(41) }, 'phone'],
    [{ photo: Buffer.from('<svg/>').toString('base64') }, 'photo'],
    [{ photo: buildPng({ width: 60, height: 61 }).toString('base64') }, 'photo'],
    [photo(MAX_PHOTO_SIDE + 1), 'photo'],
    [{ photo: 'A'.repeat(300_000) }, 'photo'],
  ])('reject %#', async (body, field) => {
    const { status, error } = await save(await signInAs(t.current), body);
    expect([status, error.details?.fields?.[0]?.path]).toEqual([400, field]);
  });

  it('have another address after each change, and none after they are removed or the agent is deleted', async () => {
    const agent = await signInAs(t.current);
    const first = (await saved(agent, photo())).photo;
    const second = (await saved(agent, photo())).photo;
    expect(second).not.toBe(first);
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
    expect((await saved(agent, { photo: null })).photo).toBeNull();
    const third = (await saved(agent, photo(MAX_PHOTO_SIDE))).photo;
    await owner.call(deleteAgent, { params: { id: agent.agent.id } });
    for (const address of [
      second,
      third,
      '/api/agent-photos/',
      '/api/agent-photos/%',
      '/api/agent-photos/.png',
    ]) {
      expect((await get(address)).statusCode).not.toBe(200);
    }
    expect(await sql('select from agent_contacts where agent_id = $1', [agent.agent.id])).toEqual([]);
  });
});

describe("a client's pages and emails", () => {
  const ANA = { agent_name: 'Ana Ruiz', phone: '(555) 010-0199', is_own_phone: true };
  const BROKERAGE = { agent_name: null, phone: '(555) 010-0100', is_own_phone: false, photo: null };

  async function prepared() {
    await owner.call(updateBrand, { body: { phone: '(555) 010-0100' } });
    const ana = await signInAs(t.current, { first_name: 'Ana', last_name: 'Ruiz' });
    const { photo: path } = await saved(ana, { phone: ANA.phone, ...photo() });
    return { ana, contact: { ...ANA, photo: path } };
  }

  it("show the client's owner on a colleague's link too, otherwise the sender, otherwise the brokerage", async () => {
    const { ana, contact } = await prepared();
    const page = await openedPage(t.current);
    const client = { params: { id: page.clientId } };
    const shown = async () => (await page.visitor.call(getSessionPage, { body: {} })).body.data.contact;
    await save(page.agent, { phone: '(555) 010-0142' });
    const own = (id: number | null) =>
      page.agent.call(updateClient, { ...client, body: { owner_agent_id: id } });
    await own(ana.agent.id);
    expect(await shown()).toEqual(contact);
    const invoice = await buildPublishedInvoice(t.current, { customer_id: page.clientId });
    const paid = await t.current.call(getPayPage, { params: { token: invoice.token } });
    expect(paid.body.data.contact).toEqual(contact);
    await own(null);
    expect(await shown()).toMatchObject({ phone: '(555) 010-0142', is_own_phone: true, photo: null });
    await save(page.agent, { phone: null });
    expect(await shown()).toEqual(BROKERAGE);
    await save(page.agent, { phone: '(555) 010-0142' });
    await owner.call(deleteAgent, { params: { id: page.agent.agent.id } });
    expect(await shown()).toEqual(BROKERAGE);
    await owner.call(updateBrand, { body: { phone: null } });
    expect(await shown()).toBeNull();
  });

  it('need a valid link and its passcode', async () => {
    const { ana, contact } = await prepared();
    const page = await openedPage(t.current, { passcode: '4711' });
    const { token } = page.link;
    await ana.call(updateClient, { params: { id: page.clientId }, body: { owner_agent_id: ana.agent.id } });
    const locked = [
      await t.current.call(validateSessionLink, { body: { token } }),
      await page.visitor.call(getSessionPage, { body: {} }),
      await t.current.call(getPublicForm, { params: { formLinkId: 'personal-info' } }),
    ];
    for (const reply of locked) expect(JSON.stringify(reply)).not.toMatch(/contact|agent-photos|010-01/);
    const opened = await page.visitor.call(getSessionPage, { body: { passcode: '4711' } });
    expect(opened.body.data.contact).toEqual(contact);
    t.current.clock.advance(8 * 24 * 3_600_000);
    expect((await page.visitor.call(getSessionPage, { body: { passcode: '4711' } })).status).toBe(403);
  });

  it('are those of a form and its email, in the language of the client', async () => {
    const { ana, contact } = await prepared();
    const values = { owner_agent_id: ana.agent.id, primary_email: 'ana@example.test', pref_lang: 'Spanish' };
    const link = await sentLink(t.current, values);
    const { body } = await link.visitor.call(getSecureForm, { query: {} });
    expect(body.contact).toEqual(contact);
    expect((await link.visitor.call(getSignedCopy)).body.contact).toEqual(contact);
    await link.agent.call(emailLink, { body: { session_form_id: link.sessionFormId } });
    const [email] = await sql<{ id: number; content: string }>(
      'select id, content from mail_messages order by id desc limit 1',
    );
    const aad = { table: 'mail_messages', row: email?.id ?? 0, field: 'content' };
    const text = t.current.deps.cipher.decrypt(email?.content ?? '', aad);
    expect(text).toContain('Llame a Ana Ruiz al (555) 010-0199.');
  });
});
