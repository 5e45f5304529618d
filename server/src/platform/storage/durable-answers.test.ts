import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { useWatchedFolder } from '@ledgerline/host/testing/watched-folder';
import { describe, expect, it } from 'vitest';
import { writeBackup } from '#platform/backup/backup.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { envelopeOf, signAs } from '#providers/esign/builtin/testing/esign-fixture.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const watched = useWatchedFolder();

/** Asserts the last calls that wrote `file`, in order: its bytes, its name, the folder entry, then the response. */
function expectDurable(file: string): void {
  const named = watched.disk.calls.findIndex(
    (call) => call.startsWith('rename ') && call.endsWith(` -> ${file}`),
  );
  const [, half] = /^rename (.*) -> /.exec(watched.disk.calls[named] ?? '') ?? [];
  const order = [
    watched.disk.calls.indexOf(`sync ${half}`),
    named,
    watched.disk.calls.indexOf(`sync ${path.dirname(file)}`, named),
    watched.disk.calls.indexOf('answer'),
  ];
  expect([watched.disk.calls, order.every((at) => at >= 0)]).toEqual([watched.disk.calls, true]);
  expect(order).toEqual([...order].sort((one, other) => one - other));
}

async function answered<Answer>(work: Promise<Answer>): Promise<Answer> {
  const answer = await work;
  watched.disk.calls.push('answer');
  return answer;
}

const filesDir = () => dataPaths(t.current.config.dataDir).filesDir;

describe('flushed to disk, with its folder entry, before the response is', () => {
  it('an uploaded document', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const sent = uploadInput([{ name: 'policy.pdf', content: buildPdf() }], {});
    const { status } = await answered(agent.call(uploadDocuments, { params: { clientId }, ...sent }));
    expect(status).toBe(201);
    const [row] = await t.current.deps.database.query<{ key: string }>(
      'select storage_key as key from documents order by id desc limit 1',
    );
    expectDurable(path.join(filesDir(), row?.key ?? ''));
  });

  it('a PDF of the template library, and a document that the last signer signed', async () => {
    const { esign, database } = t.current.deps;
    if (!esign.hasOwnPage) throw new Error('the built-in provider is not in use');
    await answered(esign.addToLibrary('Blank.pdf', buildPdf()));
    expectDurable(path.join(dataPaths(t.current.config.dataDir).templatesDir, 'Blank.pdf'));
    watched.disk.calls.length = 0;
    const envelopeId = await answered(envelopeOf(esign, 'Blank'));
    expectDurable(path.join(filesDir(), 'esign', envelopeId, 'template.pdf'));
    watched.disk.calls.length = 0;
    await answered(signAs(esign, envelopeId, 'client'));
    const [row] = await database.query<{ key: string }>(
      'select sealed_key as key from esign_envelopes where envelope_id = $1',
      [envelopeId],
    );
    expectDurable(path.join(filesDir(), row?.key ?? ''));
  });

  it('an email in the outbox', async () => {
    const { email, clock } = t.current.deps;
    const message = { messageId: '<a@ledgerline>', to: 'a@example.com', subject: 's', text: 't', html: 'h' };
    await answered(email.send({ ...message, at: clock.now() }));
    const { outboxDir } = dataPaths(t.current.config.dataDir);
    expectDurable(path.join(outboxDir, (await readdir(outboxDir))[0] ?? ''));
  });

  it('the key file', async () => {
    const file = path.join(watched.folder, 'keys.json');
    await answered(
      writeKeyFile(file, { fieldKeys: [{ id: 'k1', key: Buffer.alloc(32) }], tokenSecret: Buffer.alloc(48) }),
    );
    expectDurable(file);
  });

  it('a backup, with every file in it before it gets its name', async () => {
    const paths = dataPaths(watched.folder);
    await mkdir(path.join(paths.filesDir, 'documents'), { recursive: true });
    await writeFile(path.join(paths.filesDir, 'documents', 'a.pdf'), 'a document');
    const url = String(t.current.deps.database.pool.options.connectionString);
    const source = { url, paths, version: '0.1.0', clock: t.current.clock };
    const written = await answered(writeBackup(source));
    const half = `${written}.unfinished`;
    const inside = await readdir(written, { recursive: true, withFileTypes: true });
    const named = watched.disk.calls.indexOf(`rename ${half} -> ${written}`);
    for (const entry of inside) {
      const filePath = path.join(entry.parentPath.replace(written, half), entry.name);
      expect([filePath, watched.disk.calls.slice(0, named).includes(`sync ${filePath}`)]).toEqual([
        filePath,
        true,
      ]);
    }
    expect(watched.disk.calls.slice(named)).toEqual([
      `rename ${half} -> ${written}`,
      `sync ${path.dirname(written)}`,
      'answer',
    ]);
  });
});
