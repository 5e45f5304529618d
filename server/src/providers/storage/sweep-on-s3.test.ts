import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { afterAll, expect, it } from 'vitest';
import { sweepFiles } from '#platform/storage/sweep.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { S3Server } from './testing/s3-server.ts';

const server = new S3Server({ acceptsListings: true });
const t = useTestApp(async () => {
  await server.start();
  return server.environment();
});
afterAll(() => server.stop());

it('sweeps a bucket as well: unreferenced files are deleted after a day, documents stay', async () => {
  const { deps, clock } = t.current;
  clock.advance(Date.now() - clock.now().getTime());
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const sent = uploadInput([{ name: 'policy.pdf', content: buildPdf() }], {});
  expect((await agent.call(uploadDocuments, { params: { clientId }, ...sent })).status).toBe(201);
  await deps.storage.put('documents/2026/lost.pdf', Buffer.from('lost'));
  expect(await sweepFiles(deps)).toEqual([]);
  clock.advance(25 * 3_600_000);
  expect(await sweepFiles(deps)).toEqual(['documents/2026/lost.pdf']);
  const left = await Array.fromAsync(deps.storage.list());
  expect(left.map(({ key }) => key)).toEqual([expect.stringMatching(/^documents\/2026\/[0-9a-f]{32}\.pdf$/)]);
});
