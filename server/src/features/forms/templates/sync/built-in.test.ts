import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeAll(() => t.current.startJobs());

describe('syncing the library of the built-in e-signature', () => {
  it('creates its samples with prices to set and previews to open, once, and names what it cannot use', async () => {
    const agent = await signInAs(t.current, { is_owner: true });
    const first = await agent.call(endpoints.syncTemplates);
    expect([first.status, first.body.problems]).toEqual([200, []]);
    expect(first.body.count).toBeGreaterThanOrEqual(3);
    expect(first.body.newPreviewDocuments).toBe(first.body.count);
    const { body } = await agent.call(endpoints.listTemplates);
    const synced = body.forms.filter(({ type }) => type === 'DocuSign');
    expect(synced).toHaveLength(first.body.count);
    const advisory = synced.find((form) => form.form_link_id === 'advisory-agreement');
    expect(advisory?.tab_metadata?.checkboxTabs.length).toBeGreaterThan(0);
    expect(advisory?.tab_metadata?.listTabs[0]?.listItems.length).toBeGreaterThan(0);
    for (const { id } of synced) {
      const { body: listed } = await agent.call(endpoints.listTemplateDocuments, { params: { id } });
      expect(listed.documents[0]?.page_count).toBeGreaterThan(0);
      const file = await t.current.app.inject({ url: listed.documents[0]?.file_url ?? '' });
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    await writeFile(path.join(dataPaths(t.current.config.dataDir).templatesDir, 'Broken.pdf'), 'not a PDF');
    const second = await agent.call(endpoints.syncTemplates);
    expect(second.body).toMatchObject({
      count: first.body.count,
      newPreviewDocuments: 0,
      problems: [{ name: 'Broken', message: expect.stringMatching(/^[A-Z].*\.$/) }],
    });
    const { body: after } = await agent.call(endpoints.listTemplates);
    expect(after.forms).toHaveLength(body.forms.length);
  });
});
