import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { EsignError } from '#platform/ports/esign.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import {
  ADVISORY,
  type Agent,
  documentsOf,
  HIPAA,
  ownerOf,
  storedPreviews,
  synced,
  useTemplateLibrary,
} from '#testing/template-library.ts';

const { t, world } = useTemplateLibrary();
const owner = () => ownerOf(t.current);

describe('syncing e-signature templates', () => {
  it('creates templates with options, signers and previews of new ones', async () => {
    const agent = await owner();
    const { status, body } = await agent.call(endpoints.syncTemplates);
    expect([status, body]).toMatchObject([
      200,
      { success: true, count: 2, newPreviewDocuments: 2, problems: [] },
    ]);
    const [advisory, hipaa] = await synced(agent);
    expect(advisory).toMatchObject({
      form_name_agent: 'Advisory Agreement',
      form_name_client: 'Advisory Agreement',
      form_link_id: 'advisory-agreement',
      docusign_template_id: 'T1',
      tab_metadata: ADVISORY.tabs,
      pending_advisor_signature: true,
      pending_client_signature: true,
      next_signer_role: 'advisor',
      folder_id: null,
    });
    expect(hipaa).toMatchObject({ pending_advisor_signature: false, next_signer_role: 'client' });
    expect(await documentsOf(agent, advisory?.id ?? 0)).toMatchObject([
      { file_name: 'agreement.pdf', page_count: 2, source: 'sync', mime_type: 'application/pdf' },
    ]);
  });

  it('creates no duplicates and fetches nothing that it has seen', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    const files = await storedPreviews(t.current);
    world.fetched = [];
    const { body } = await agent.call(endpoints.syncTemplates);
    expect(body).toMatchObject({ success: true, count: 2, newPreviewDocuments: 0, problems: [] });
    expect(world.fetched).toEqual([]);
    expect(await synced(agent)).toHaveLength(2);
    expect(await storedPreviews(t.current)).toBe(files);
  });

  it('runs once when several agents start it concurrently', async () => {
    const agent = await owner();
    const files = await storedPreviews(t.current);
    const answers = await Promise.all([1, 2, 3].map(() => agent.call(endpoints.syncTemplates)));
    for (const { status, body } of answers) {
      expect([status, body.count, body.problems]).toEqual([200, 2, []]);
    }
    expect(await synced(agent)).toHaveLength(2);
    expect(await storedPreviews(t.current)).toBe(files + 2);
    expect(world.fetched.toSorted()).toEqual(['T1', 'T2']);
    expect(new Set(answers.map(({ body }) => body.sync.started_at)).size).toBe(1);
  });

  it('replaces options and previews of a changed template, and preserves what the agents set', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    const id = (await synced(agent))[0]?.id ?? 0;
    const own = {
      form_name_agent: 'Ours',
      form_name_client: 'Yours',
      form_link_id: 'ours',
      notes: 'Read first',
      base_cost: 125.5,
      include_sales_tax: true,
      square_account: 'BFA' as const,
      itemized_costs: { checkboxTabs: { Review: 5 }, listTabs: {}, listTabDeps: {} },
    };
    await agent.call(endpoints.updateTemplate, { params: { id }, body: own });
    await agent.call(endpoints.uploadTemplateDocuments, {
      params: { id },
      ...uploadInput([{ name: 'own.pdf', content: buildPdf() }]),
    });
    const files = await storedPreviews(t.current);
    const tabs = { checkboxTabs: [{ tabLabel: 'Other' }], listTabs: [] };
    const documents = [{ documentId: '1', name: 'agreement 2.pdf' }];
    world.library = [
      { ...ADVISORY, version: 'v2', name: 'Renamed', tabs, recipients: ['client'], documents },
      HIPAA,
    ];
    const { body } = await agent.call(endpoints.syncTemplates);
    expect(body).toMatchObject({ count: 2, newPreviewDocuments: 0, problems: [] });
    const { body: after } = await agent.call(endpoints.getTemplate, { params: { id } });
    expect(after.form).toMatchObject({
      ...own,
      tab_metadata: tabs,
      pending_advisor_signature: false,
      next_signer_role: 'client',
    });
    const names = (await documentsOf(agent, id)).map(({ file_name }) => file_name);
    expect(names.sort()).toEqual(['agreement 2.pdf', 'own.pdf']);
    expect(await storedPreviews(t.current)).toBe(files);
  });

  it('gives templates with the same name separate link ids', async () => {
    const agent = await owner();
    world.library = [ADVISORY, { ...ADVISORY, id: 'T3' }, { ...ADVISORY, id: 'T4', name: '!!!' }];
    await agent.call(endpoints.syncTemplates);
    const ids = (await synced(agent)).map(({ form_link_id }) => form_link_id);
    expect(ids.sort()).toEqual(['advisory-agreement', 'advisory-agreement-2', 'form']);
  });

  it("adopts a template that was entered by hand with the provider's id", async () => {
    const agent = await owner();
    const names = { form_name_agent: 'By hand', form_name_client: 'By hand' };
    await agent.call(endpoints.createTemplate, {
      body: { type: 'DocuSign', ...names, docusign_template_id: 'T1' },
    });
    await agent.call(endpoints.syncTemplates);
    const forms = await synced(agent);
    expect(forms).toHaveLength(2);
    expect(forms[0]).toMatchObject({ ...names, tab_metadata: ADVISORY.tabs });
  });

  it('continues past a template that cannot be used, and reports why', async () => {
    const agent = await owner();
    const invalid = new EsignError('invalid', 'The PDF has no signature field.');
    world.library = [
      { ...ADVISORY, problem: invalid },
      { ...HIPAA, id: 'T5', name: 'Odd', problem: new Error('secret detail') },
      HIPAA,
    ];
    const { status, body } = await agent.call(endpoints.syncTemplates);
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        count: 1,
        newPreviewDocuments: 1,
        problems: [
          { name: 'Advisory Agreement', message: 'The PDF has no signature field.' },
          { name: 'Odd', message: 'Couldn’t sync this template.' },
        ],
      },
    ]);
    expect(await synced(agent)).toHaveLength(1);
  });

  it('returns 502 when the provider cannot list its templates', async () => {
    const agent = await owner();
    world.listProblem = new EsignError('unavailable', 'timeout');
    const { status, error } = await agent.call(endpoints.syncTemplates);
    expect([status, error.code]).toEqual([502, 'provider_unavailable']);
  });
});

describe('templates that the provider no longer has', () => {
  const marks = async (agent: Agent) =>
    (await synced(agent)).map((form) => [form.docusign_template_id, form.is_missing_at_provider]);

  it('are marked and stay, and lose the mark when they are back', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    world.library = [HIPAA];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', true],
      ['T2', false],
    ]);
    world.library = [ADVISORY, HIPAA];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', false],
      ['T2', false],
    ]);
  });

  it('include those of a former provider, but none that was never synced', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    await t.current.deps.database.query(
      `update global_forms set template_provider = case docusign_template_id when 'T1' then 'builtin' end`,
    );
    world.library = [];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', true],
      ['T2', false],
    ]);
  });
});

it('fields of kinds that have no price are stored with the options', async () => {
  const agent = await owner();
  const otherTabs = { textTabs: [{ tabLabel: 'Account' }], tabsOfTomorrow: [{ tabLabel: 'x' }] };
  world.library = [{ ...ADVISORY, tabs: { ...ADVISORY.tabs, otherTabs } }];
  await agent.call(endpoints.syncTemplates);
  expect((await synced(agent))[0]?.tab_metadata).toEqual({ ...ADVISORY.tabs, otherTabs });
});

it('two templates with one name are two forms with separate link ids', async () => {
  const agent = await owner();
  world.library = [ADVISORY, { ...ADVISORY, id: 'T9' }];
  await agent.call(endpoints.syncTemplates);
  expect((await synced(agent)).map(({ form_link_id }) => form_link_id)).toEqual([
    'advisory-agreement',
    'advisory-agreement-2',
  ]);
});
