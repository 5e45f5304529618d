import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { EsignError, type EsignTemplate } from '#platform/ports/esign.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

/** A library of templates that a test may change between syncs. */
let library: (EsignTemplate & { problem?: Error })[] = [];
let listProblem: Error | null = null;
let fetched: string[] = [];

function templateOf(id: string): EsignTemplate {
  const found = library.find((one) => one.id === id);
  if (!found) throw new EsignError('not_found', 'No such template.');
  if (found.problem) throw found.problem;
  return found;
}

const fake = {
  name: 'docusign',
  async listTemplates() {
    if (listProblem) throw listProblem;
    return library.map(({ id, name, version }) => ({ id, name, version }));
  },
  onFetch: async (): Promise<void> => undefined,
  async template(id: string) {
    fetched.push(id);
    await this.onFetch();
    return templateOf(id);
  },
  templateDocument: async () => buildPdf(2),
};

const ADVISORY: EsignTemplate = {
  id: 'T1',
  name: 'Advisory Agreement',
  version: 'v1',
  tabs: {
    checkboxTabs: [{ tabLabel: 'Review' }],
    listTabs: [{ tabLabel: 'Package', listItems: ['Gold', 'Silver'] }],
  },
  recipients: ['advisor', 'client'],
  documents: [{ documentId: '1', name: 'agreement.pdf' }],
};
const HIPAA: EsignTemplate = {
  ...ADVISORY,
  id: 'T2',
  name: 'HIPAA',
  tabs: { checkboxTabs: [], listTabs: [] },
  recipients: ['client'],
};

beforeEach(async () => {
  library = [ADVISORY, HIPAA];
  listProblem = null;
  fetched = [];
  Object.assign(t.current.deps, { esign: fake });
  await t.current.deps.database.query(`delete from global_forms where form_link_id <> 'personal-info'`);
});

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;
async function synced(agent: Agent) {
  const { body } = await agent.call(endpoints.listTemplates);
  return body.forms.filter(({ type }) => type === 'DocuSign');
}
async function documentsOf(agent: Agent, id: number) {
  return (await agent.call(endpoints.listTemplateDocuments, { params: { id } })).body.documents;
}
async function storedPreviews(): Promise<number> {
  const folder = path.join(dataPaths(t.current.config.dataDir).filesDir, 'templates');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

describe('syncing e-signature templates', () => {
  it('makes templates with options, signers and previews of new ones', async () => {
    const agent = await owner();
    const { status, body } = await agent.call(endpoints.syncTemplates);
    expect([status, body]).toEqual([200, { success: true, count: 2, newPreviewDocuments: 2, problems: [] }]);
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

  it('makes no doubles and fetches nothing that it has seen', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    const files = await storedPreviews();
    fetched = [];
    const { body } = await agent.call(endpoints.syncTemplates);
    expect(body).toEqual({ success: true, count: 2, newPreviewDocuments: 0, problems: [] });
    expect(fetched).toEqual([]);
    expect(await synced(agent)).toHaveLength(2);
    expect(await storedPreviews()).toBe(files);
  });

  it('makes no doubles when several syncs run at once, and leaves no files of the slower ones', async () => {
    const agent = await owner();
    const files = await storedPreviews();
    const answers = await Promise.all([1, 2, 3].map(() => agent.call(endpoints.syncTemplates)));
    for (const { status, body } of answers) {
      expect([status, body.count, body.problems]).toEqual([200, 2, []]);
    }
    expect(await synced(agent)).toHaveLength(2);
    expect(await storedPreviews()).toBe(files + 2);
  });

  it('marks nothing as missing that another sync has brought since it asked for the list', async () => {
    const agent = await owner();
    library = [ADVISORY];
    // While the first sync fetches what it has listed, a template is made and a second sync brings it.
    fake.onFetch = async () => {
      fake.onFetch = async () => undefined;
      library = [ADVISORY, HIPAA];
      await agent.call(endpoints.syncTemplates);
    };
    await agent.call(endpoints.syncTemplates);
    const marks = (await synced(agent)).map((one) => [one.form_name_agent, one.is_missing_at_provider]);
    expect(marks.toSorted()).toEqual([
      ['Advisory Agreement', false],
      ['HIPAA', false],
    ]);
  });

  it('replaces options and previews of a changed template, and keeps what the agents set', async () => {
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
    const files = await storedPreviews();
    const tabs = { checkboxTabs: [{ tabLabel: 'Other' }], listTabs: [] };
    const documents = [{ documentId: '1', name: 'agreement 2.pdf' }];
    library = [
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
    expect(await storedPreviews()).toBe(files);
  });

  it('gives templates of one name link ids of their own', async () => {
    const agent = await owner();
    library = [ADVISORY, { ...ADVISORY, id: 'T3' }, { ...ADVISORY, id: 'T4', name: '!!!' }];
    await agent.call(endpoints.syncTemplates);
    const ids = (await synced(agent)).map(({ form_link_id }) => form_link_id);
    expect(ids.sort()).toEqual(['advisory-agreement', 'advisory-agreement-2', 'form']);
  });

  it('takes up a template that was entered by hand with the id of the provider', async () => {
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

  it('goes on past a template that cannot be used, and says why', async () => {
    const agent = await owner();
    const invalid = new EsignError('invalid', 'The PDF has no signature field.');
    library = [
      { ...ADVISORY, problem: invalid },
      { ...HIPAA, id: 'T5', name: 'Odd', problem: new Error('secret detail') },
      HIPAA,
    ];
    const { status, body } = await agent.call(endpoints.syncTemplates);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        count: 1,
        newPreviewDocuments: 1,
        problems: [
          { name: 'Advisory Agreement', message: 'The PDF has no signature field.' },
          { name: 'Odd', message: 'The template could not be synced.' },
        ],
      },
    ]);
    expect(await synced(agent)).toHaveLength(1);
  });

  it('answers 502 when the provider cannot list its templates', async () => {
    const agent = await owner();
    listProblem = new EsignError('unavailable', 'timeout');
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
    library = [HIPAA];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', true],
      ['T2', false],
    ]);
    library = [ADVISORY, HIPAA];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', false],
      ['T2', false],
    ]);
  });

  it('are those of a former provider, too, but none that was never synced', async () => {
    const agent = await owner();
    await agent.call(endpoints.syncTemplates);
    await t.current.deps.database.query(
      `update global_forms set template_provider = case docusign_template_id when 'T1' then 'builtin' end`,
    );
    library = [];
    await agent.call(endpoints.syncTemplates);
    expect(await marks(agent)).toEqual([
      ['T1', true],
      ['T2', false],
    ]);
  });
});

it('fields of kinds that carry no price are kept beside the options', async () => {
  const agent = await owner();
  const otherTabs = { textTabs: [{ tabLabel: 'Account' }], tabsOfTomorrow: [{ tabLabel: 'x' }] };
  library = [{ ...ADVISORY, tabs: { ...ADVISORY.tabs, otherTabs } }];
  await agent.call(endpoints.syncTemplates);
  expect((await synced(agent))[0]?.tab_metadata).toEqual({ ...ADVISORY.tabs, otherTabs });
});

it('two templates of one name are two forms with link ids of their own', async () => {
  const agent = await owner();
  library = [ADVISORY, { ...ADVISORY, id: 'T9' }];
  await agent.call(endpoints.syncTemplates);
  expect((await synced(agent)).map(({ form_link_id }) => form_link_id)).toEqual([
    'advisory-agreement',
    'advisory-agreement-2',
  ]);
});
