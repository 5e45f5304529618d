import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { beforeEach } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { EsignError, type EsignTemplate } from '#platform/ports/esign.ts';
import { signInAs } from './factories.ts';
import { buildPdf } from './files.ts';
import { type TestApp, useTestApp } from './test-app.ts';

export const ADVISORY: EsignTemplate = {
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
export const HIPAA: EsignTemplate = {
  ...ADVISORY,
  id: 'T2',
  name: 'HIPAA',
  tabs: { checkboxTabs: [], listTabs: [] },
  recipients: ['client'],
};

type Listed = EsignTemplate & { problem?: Error };

/** The provider's templates, which a test may change between syncs, and the recorded calls. */
export class TemplateLibrary {
  library: Listed[] = [ADVISORY, HIPAA];
  listProblem: Error | null = null;
  fetched: string[] = [];
  onFetch = async (): Promise<void> => undefined;
  onList = async (): Promise<void> => undefined;

  reset(): void {
    this.library = [ADVISORY, HIPAA];
    this.listProblem = null;
    this.fetched = [];
    this.onFetch = async () => undefined;
    this.onList = async () => undefined;
  }

  /** The functions of a provider that the sync uses. */
  readonly provider = {
    name: 'docusign',
    listTemplates: async () => {
      await this.onList();
      if (this.listProblem) throw this.listProblem;
      return this.library.map(({ id, name, version }) => ({ id, name, version }));
    },
    template: async (id: string) => {
      this.fetched.push(id);
      await this.onFetch();
      const found = this.library.find((one) => one.id === id);
      if (!found) throw new EsignError('not_found', 'No such template.');
      if (found.problem) throw found.problem;
      return found;
    },
    templateDocument: async () => buildPdf(2),
  };
}

/** A test app with such a provider, without templates before each test. */
export function useTemplateLibrary(): { t: { current: TestApp }; world: TemplateLibrary } {
  const t = useTestApp();
  const world = new TemplateLibrary();
  beforeEach(async () => {
    world.reset();
    Object.assign(t.current.deps, { esign: world.provider });
    await t.current.deps.database.query(`delete from global_forms where form_link_id <> 'personal-info'`);
  });
  return { t, world };
}

export const ownerOf = (app: TestApp) => signInAs(app, { is_owner: true });
export type Agent = Awaited<ReturnType<typeof ownerOf>>;

export async function synced(agent: Agent) {
  const { body } = await agent.call(endpoints.listTemplates);
  return body.forms.filter(({ type }) => type === 'DocuSign');
}

export async function documentsOf(agent: Agent, id: number) {
  return (await agent.call(endpoints.listTemplateDocuments, { params: { id } })).body.documents;
}

export async function storedPreviews(app: TestApp): Promise<number> {
  const folder = path.join(dataPaths(app.config.dataDir).filesDir, 'templates');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
