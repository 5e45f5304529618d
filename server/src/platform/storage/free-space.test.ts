import * as documents from '@ledgerline/contract/documents/endpoints';
import * as imports from '@ledgerline/contract/imports/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { fileInput, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';
import { freeBytesIn, UPLOAD_FLOOR_BYTES } from './free-space.ts';

const t = useTestApp();
const ALMOST_FULL =
  'The server’s disk is almost full, so uploads and imports are paused. Ask your IT contact to free up space, then try again.';

afterEach(() => {
  t.current.deps.freeBytes = async () => null;
});

describe('below the minimum of free space', () => {
  it('an upload and an import run are rejected with a message, and accepted again at the minimum', async () => {
    await t.current.startJobs();
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const checked = await uploadAndCheck(agent, 'First Name,Last Name\nAna,Silva');
    const document = {
      params: { clientId: client },
      ...uploadInput([{ name: 'a.pdf', content: buildPdf() }]),
    };
    t.current.deps.freeBytes = async () => UPLOAD_FLOOR_BYTES - 1;
    for (const answer of [
      await agent.call(imports.uploadImport, fileInput('First Name\nAna')),
      await agent.call(documents.uploadDocuments, document),
      await agent.call(imports.runImport, { params: { id: checked.id } }),
    ]) {
      expect(answer.status).toBe(507);
      expect(answer.body).toMatchObject({ code: 'disk_full', message: ALMOST_FULL });
    }
    t.current.deps.freeBytes = async () => UPLOAD_FLOOR_BYTES;
    expect((await agent.call(imports.runImport, { params: { id: checked.id } })).status).toBe(200);
  });
});

it('measures the disk of the data folder', async () => {
  expect(await freeBytesIn(t.current.config.dataDir)()).toBeGreaterThan(0);
  expect(await freeBytesIn('/nowhere/at/all')()).toBeNull();
});
