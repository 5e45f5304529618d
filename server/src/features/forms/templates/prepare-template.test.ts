import type { BodyInput } from '@ledgerline/contract/endpoint';
import { createFolder } from '@ledgerline/contract/folders/endpoints';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeEach(() =>
  t.current.deps.database.query(`delete from global_forms where form_link_id <> 'personal-info'`),
);

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;
type Input = BodyInput<typeof endpoints.createTemplate>;

const NAMES = { form_name_agent: 'Plan', form_name_client: 'Your plan' };
const create = (agent: Agent, body: Partial<Input> = {}) =>
  agent.call(endpoints.createTemplate, { body: { type: 'PDF', ...NAMES, ...body } });
const update = (agent: Agent, id: number, body: BodyInput<typeof endpoints.updateTemplate>) =>
  agent.call(endpoints.updateTemplate, { params: { id }, body });
async function folderOf(agent: Agent, label: string): Promise<number> {
  return (await agent.call(createFolder, { body: { label } })).body.id;
}

describe('creating a template', () => {
  it('returns the row under form and data, with the defaults of the specification', async () => {
    const agent = await owner();
    const { status, body } = await create(agent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, id: body.form.id });
    expect(body.data).toEqual(body.form);
    expect(body.form).toMatchObject({
      type: 'PDF',
      ...NAMES,
      form_link_id: '',
      folder_id: null,
      notes: '',
      base_cost: 0,
      include_sales_tax: false,
      payment_frequency: '',
      merchant: 'BFS',
      square_account: 'BFS',
      docusign_template_id: null,
      envelope_id: null,
      next_signer_role: null,
      pending_advisor_signature: false,
      pending_client_signature: false,
      external_url: null,
      itemized_costs: null,
      tab_metadata: null,
      created_at: expect.any(String),
    });
    const read = await agent.call(endpoints.getTemplate, { params: { id: body.id } });
    expect(read.body.form).toEqual(body.form);
    expect(read.body.data).toEqual(body.form);
  });

  it('stores one spelling of each type', async () => {
    const agent = await owner();
    const created: string[] = [];
    for (const type of ['WebForm', 'Web Form', 'docusign', 'pdf', 'LINK']) {
      const external_url = type === 'LINK' ? 'https://example.test' : null;
      const { body } = await create(agent, { type, form_link_id: `id-${created.length}`, external_url });
      created.push(body.form.type);
    }
    expect(created).toEqual(['Web Form', 'Web Form', 'DocuSign', 'PDF', 'Link']);
  });

  it('uses the title and id of a web form where nothing is sent', async () => {
    const agent = await owner();
    const blank = { type: 'WebForm', form_name_agent: ' ', form_name_client: '' };
    const { status, body } = await create(agent, { ...blank, form_link_id: 'iul-application' });
    expect(status).toBe(201);
    expect(body.form.form_link_id).toBe('iul-application');
    expect(body.form.form_name_agent).toBe(body.form.form_name_client);
    expect(body.form.form_name_agent).not.toBe('');
    const none = await create(agent, blank);
    expect([none.status, none.error.message]).toEqual([400, 'Please choose a web form.']);
    const again = await create(agent, {
      type: 'Web Form',
      ...NAMES,
      form_name_agent: 'Personal Information',
    });
    expect([again.status, again.error.message]).toEqual([409, 'This Form Link ID is already in use.']);
  });

  it('requires names, and an address for a link', async () => {
    const agent = await owner();
    const wrong: [Partial<Input>, string][] = [
      [{ type: 'Fax' }, 'type must be one of Web Form, DocuSign, PDF, Link'],
      [{ form_name_agent: '  ' }, 'form_name_agent must not be blank'],
      [{ form_name_client: '' }, 'form_name_client must not be blank'],
      [{ type: 'Link' }, 'external_url is required for a link'],
      [
        { type: 'Link', external_url: 'javascript:alert(1)' },
        'external_url must be a web address such as https://example.com',
      ],
      [{ folder_id: 999_999 }, 'Folder not found.'],
      [{ merchant: 'Other' }, 'merchant must be one of BFS, BFA'],
      [{ square_account: 'X' as never }, 'square_account must be one of BFS, BFA'],
    ];
    for (const [body, message] of wrong) {
      const { status, error } = await create(agent, body);
      expect([status, error.message]).toEqual([400, message]);
    }
  });

  it('creates link ids from the allowed characters, and one from the name where none is sent', async () => {
    const agent = await owner();
    const { body } = await create(agent, { form_link_id: '-Ä b&C -- 9-' });
    expect(body.form.form_link_id).toBe('b-c-9');
    const link = { type: 'Link', external_url: 'https://example.test/a', form_name_agent: 'Our site' };
    const ids = [await create(agent, link), await create(agent, link)].map(
      (one) => one.body.form.form_link_id,
    );
    expect(ids).toEqual(['our-site', 'our-site-2']);
  });

  it('rejects a link id in use with 409, also concurrently; blank ones never collide', async () => {
    const agent = await owner();
    const all = await Promise.all([1, 2, 3].map(() => create(agent, { form_link_id: 'Same ID' })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { status, error } of all.filter(({ status: actual }) => actual === 409)) {
      expect([status, error.code, error.message]).toEqual([
        409,
        'duplicate',
        'This Form Link ID is already in use.',
      ]);
    }
    expect([await create(agent), await create(agent)].map(({ status }) => status)).toEqual([201, 201]);
  });

  it('puts it at the end of its folder', async () => {
    const agent = await owner();
    const folder_id = await folderOf(agent, 'Ends');
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push((await create(agent, { folder_id })).body.form.display_order);
    expect(orders).toEqual([1, 2, 3]);
  });
});

describe('changing a template', () => {
  it('accepts every field of the editor', async () => {
    const agent = await owner();
    const folder_id = await folderOf(agent, 'Every field');
    const { body: created } = await create(agent);
    const costs = {
      checkboxTabs: { Review: 125.5 },
      listTabs: { Package: { Gold: 300, Silver: 19.99 } },
      listTabDeps: { Package: 'Review' },
    };
    const { status, body } = await update(agent, created.id, {
      form_name_agent: ' Agent name ',
      form_name_client: 'Client name',
      form_link_id: 'New ID',
      folder_id,
      notes: '<p>Keep <b>this</b><script>x()</script></p>',
      base_cost: 125.55,
      include_sales_tax: true,
      payment_frequency: 'annually',
      square_account: 'BFA',
      merchant: 'BFS',
      itemized_costs: costs,
      display_order: 5,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual(body.form);
    expect(body.form).toMatchObject({
      form_name_agent: 'Agent name',
      form_name_client: 'Client name',
      form_link_id: 'new-id',
      folder_id,
      notes: '<p>Keep <b>this</b></p>',
      base_cost: 125.55,
      include_sales_tax: true,
      payment_frequency: 'annually',
      square_account: 'BFA',
      merchant: 'BFA',
      itemized_costs: costs,
      display_order: 5,
    });
    const [stored] = await t.current.deps.database.query<{ base_cost: number }>(
      'select base_cost from global_forms where id = $1',
      [created.id],
    );
    expect(stored?.base_cost).toBe(12_555);
    const again = await update(agent, created.id, { itemized_costs: costs, notes: body.form.notes });
    expect(again.body.form).toEqual(body.form);
    const audit = await t.current.deps.database.query<{ field: string | null }>(
      `select field from audit_events where entity = 'template' and entity_id = $1 and action = 'updated'`,
      [created.id],
    );
    expect(audit).toHaveLength(12);
  });

  it('rejects more prices than a document can have options', async () => {
    const agent = await owner();
    const { body: created } = await create(agent);
    const checkboxTabs = Object.fromEntries(Array.from({ length: 3001 }, (_, n) => [`Option ${n}`, 1]));
    const { status, error } = await update(agent, created.id, {
      itemized_costs: { checkboxTabs, listTabs: {}, listTabDeps: {} },
    });
    expect([status, error.message]).toEqual([
      400,
      'itemized_costs.checkboxTabs must have at most 3000 labels',
    ]);
  });

  it('preserves what is not sent, stores notes without text as empty, and merchant with the account', async () => {
    const agent = await owner();
    const { body: created } = await create(agent, { notes: 'Some', base_cost: 10, square_account: 'BFA' });
    const { body } = await update(agent, created.id, { notes: '<p><br></p>' });
    expect(body.form).toMatchObject({ notes: '', base_cost: 10, merchant: 'BFA', ...NAMES });
    const { body: back } = await update(agent, created.id, { merchant: 'BFS' });
    expect(back.form).toMatchObject({ merchant: 'BFS', square_account: 'BFS' });
  });

  it('rejects invalid amounts and blank values', async () => {
    const agent = await owner();
    const { body: created } = await create(agent);
    const wrong: [object, string][] = [
      [{ base_cost: -1 }, 'base_cost must be from 0 to 999999.99'],
      [{ base_cost: 1_000_000 }, 'base_cost must be from 0 to 999999.99'],
      [{ base_cost: 1.005 }, 'base_cost must have at most two decimals'],
      [{ base_cost: '5' }, 'base_cost must be a number'],
      [{ payment_frequency: 'weekly' }, 'payment_frequency must be empty, monthly or annually'],
      [{ form_name_agent: ' ' }, 'form_name_agent must not be blank'],
      [{ folder_id: 999_999 }, 'Folder not found.'],
      [{ type: 'Link' }, 'type is not a known field'],
    ];
    for (const [body, message] of wrong) {
      const { status, error } = await update(agent, created.id, body as never);
      expect([status, error.message]).toEqual([400, message]);
    }
    expect((await update(agent, created.id, { base_cost: 999_999.99 })).body.form.base_cost).toBe(999_999.99);
    expect((await update(agent, created.id, { base_cost: 0.29 })).body.form.base_cost).toBe(0.29);
    const { body: link } = await create(agent, { type: 'Link', external_url: 'https://example.test' });
    expect((await update(agent, link.id, { external_url: null })).status).toBe(400);
    expect((await update(agent, link.id, { form_link_id: '--' })).status).toBe(400);
  });

  it('rejects the link id of another form with 409 and accepts its own', async () => {
    const agent = await owner();
    await create(agent, { form_link_id: 'taken' });
    const { body: created } = await create(agent, { form_link_id: 'own' });
    const { status, error } = await update(agent, created.id, { form_link_id: ' Taken' });
    expect([status, error.message]).toEqual([409, 'This Form Link ID is already in use.']);
    expect((await update(agent, created.id, { form_link_id: 'own' })).status).toBe(200);
    expect((await update(agent, created.id, { form_link_id: '' })).body.form.form_link_id).toBe('');
  });

  it('preserves the link id of a web form, by which its address finds it', async () => {
    const agent = await owner();
    const { body } = await agent.call(endpoints.listTemplates);
    const id = body.forms.find((form) => form.form_link_id === 'personal-info')?.id ?? 0;
    const { status, error } = await update(agent, id, { form_link_id: 'something-else' });
    expect([status, error.message]).toEqual([400, 'The Form Link ID of a web form cannot be changed.']);
    expect((await update(agent, id, { form_link_id: 'personal-info', notes: '' })).status).toBe(200);
  });

  it('moves it to the end of another folder', async () => {
    const agent = await owner();
    const folder_id = await folderOf(agent, 'Moved to');
    await create(agent, { folder_id });
    const { body: created } = await create(agent);
    const { body } = await update(agent, created.id, { folder_id });
    expect(body.form).toMatchObject({ folder_id, display_order: 2 });
    const { body: out } = await update(agent, created.id, { folder_id: null });
    expect(out.form.folder_id).toBeNull();
  });
});
