import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/signing/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeAll(() => t.current.startJobs());

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;
const SAMPLE = new URL('../../../providers/esign/builtin/samples/HIPAA Authorization.pdf', import.meta.url);

async function upload(agent: Agent, name: string) {
  const input = uploadInput([{ name, content: await readFile(SAMPLE), field: 'file' }]);
  return agent.call(endpoints.uploadToLibrary, input);
}
const files = async (agent: Agent) => (await agent.call(endpoints.listLibrary)).body.files;
const archive = (agent: Agent, fileId: string) =>
  agent.call(endpoints.archiveLibraryFile, { params: { fileId } });
const restore = (agent: Agent, fileId: string) =>
  agent.call(endpoints.restoreLibraryFile, { params: { fileId } });
const templateOf = async (agent: Agent, fileId: string) =>
  (await agent.call(listTemplates)).body.forms.find((form) => form.docusign_template_id === fileId);

describe('an archived file of the library', () => {
  it('creates no template until it is restored, and its name stays taken', async () => {
    const agent = await owner();
    const { body } = await upload(agent, 'Unused.pdf');
    const { id } = body.file;
    expect((await archive(agent, id)).body.file.is_archived).toBe(true);
    expect((await archive(agent, id)).status).toBe(200);
    expect((await files(agent)).filter((file) => file.is_archived)).toMatchObject([{ id, name: 'Unused' }]);
    const { body: synced } = await agent.call(syncTemplates);
    expect([synced.problems, await templateOf(agent, id)]).toEqual([[], undefined]);
    const again = await upload(agent, 'UNUSED.pdf');
    expect([again.status, again.error?.message]).toEqual([
      409,
      'A file of this name is archived. Restore it under Archived to replace it, or rename yours.',
    ]);
    expect((await restore(agent, id)).body.file.is_archived).toBe(false);
    expect((await upload(agent, 'Unused.pdf')).status).toBe(201);
    await agent.call(syncTemplates);
    expect(await templateOf(agent, id)).toMatchObject({ form_name_agent: 'Unused' });
    const rows = await t.current.deps.database.query(
      `select action, new_value from audit_events where entity = 'template_library' and action <> 'uploaded' order by id`,
    );
    expect(rows).toMatchObject([{ action: 'archived' }, { action: 'restored' }]);
  });

  it('frees its name when it was deleted from the folder', async () => {
    const agent = await owner();
    const { id } = (await upload(agent, 'Deleted.pdf')).body.file;
    await archive(agent, id);
    await rm(path.join(dataPaths(t.current.config.dataDir).templatesDir, 'Deleted.pdf'));
    expect((await upload(agent, 'Deleted.pdf')).body.file).toMatchObject({ id, is_archived: false });
    await agent.call(syncTemplates);
    expect(await templateOf(agent, id)).toMatchObject({ form_name_agent: 'Deleted' });
  });

  it('keeps the template that was created from it usable', async () => {
    const agent = await owner();
    const { body } = await upload(agent, 'Used.pdf');
    const { id } = body.file;
    await agent.call(syncTemplates);
    await archive(agent, id);
    await agent.call(syncTemplates);
    expect(await templateOf(agent, id)).toMatchObject({ is_missing_at_provider: false, archived_at: null });
  });

  it('is archived by owners and developers only, and only while it exists', async () => {
    const agent = await owner();
    const [file] = await files(agent);
    const other = await signInAs(t.current);
    expect([(await archive(other, file?.id ?? '')).status, (await restore(other, 'x')).status]).toEqual([
      403, 403,
    ]);
    expect([(await archive(agent, 'gone')).status, (await restore(agent, 'gone')).status]).toEqual([
      404, 404,
    ]);
  });
});
