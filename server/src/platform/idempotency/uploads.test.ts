import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { listClientDocuments, uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import type { Endpoint } from '@ledgerline/contract/endpoint';
import { uploadImport } from '@ledgerline/contract/imports/endpoints';
import { uploadToLibrary } from '@ledgerline/contract/signing/endpoints';
import { attachSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import { listTemplateDocuments, uploadTemplateDocuments } from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { buildClient, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { buildPdf, type SentFile, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;

const SAMPLES = path.resolve(import.meta.dirname, '../../providers/esign/builtin/samples');
const sample = (name: string) => readFile(path.join(SAMPLES, `${name}.pdf`));

/** One endpoint that accepts files: the upload, a different one, and how many files are stored afterwards. */
interface Case {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  file: SentFile;
  other: SentFile;
  count: () => Promise<number>;
}

const CASES: Record<string, (agent: Agent) => Promise<Case>> = {
  'a document of a client': async (agent) => {
    const id = await buildClient(t.current);
    const count = async () =>
      (await agent.call(listClientDocuments, { params: { id } })).body.documents.length;
    return { endpoint: uploadDocuments, params: { clientId: id }, ...pdfs(), count };
  },
  'a preview of a template': async (agent) => {
    const { id } = await buildTemplate(t.current);
    const count = async () =>
      (await agent.call(listTemplateDocuments, { params: { id } })).body.documents.length;
    return { endpoint: uploadTemplateDocuments, params: { id }, ...pdfs(), count };
  },
  'the PDF of a form': async () => {
    const { id } = await buildSubmission(t.current);
    const count = () => countRows('select from documents where session_form_id = $1', id);
    return { endpoint: attachSubmissionDocument, params: { id }, ...pdfs(), count };
  },
  'a template of the library': async (agent) => {
    const [content, another] = [await sample('HIPAA Authorization'), await sample('Advisory Agreement')];
    const name = 'Kept once.pdf';
    const query = `select from audit_events where entity = 'template_library' and actor_id = $1`;
    const count = () => countRows(query, agent.agent.id);
    return {
      endpoint: uploadToLibrary,
      params: {},
      file: { name, content },
      other: { name, content: another },
      count,
    };
  },
  'a file to import': async (agent) => {
    const count = () => countRows('select from imports where agent_id = $1', agent.agent.id);
    const file = { name: 'clients.csv', content: 'first name,last name\nRosa,Once' };
    return {
      endpoint: uploadImport,
      params: {},
      file,
      other: { ...file, content: `${file.content}\nAna,Two` },
      count,
    };
  },
};

const pdfs = () => ({
  file: { name: 'a.pdf', content: buildPdf() },
  other: { name: 'a.pdf', content: buildPdf(2) },
});

async function countRows(text: string, value: number): Promise<number> {
  const [row] = await t.current.deps.database.query<{ n: number }>(
    `select count(*)::int as n from (${text}) r`,
    [value],
  );
  return row?.n ?? 0;
}

async function storedFiles(): Promise<number> {
  const folder = dataPaths(t.current.config.dataDir).filesDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

function send(agent: Agent, { endpoint, params }: Case, file: SentFile, key: string) {
  const { body, headers } = uploadInput([file]);
  return agent.call(endpoint, {
    params: params as never,
    body,
    headers: { ...headers, 'idempotency-key': key },
  });
}

/** Addresses of files differ in every response. */
const lasting = (body: unknown) => JSON.stringify(body).replace(/"[^"]*\/files\/[^"]*"/g, '""');

describe.each(Object.entries(CASES))('the Idempotency-Key of an upload: %s', (_, createCase) => {
  const start = async () => {
    const agent = await signInAs(t.current, { is_owner: true });
    return { agent, one: await createCase(agent) };
  };

  it('makes a repeat return the same response, with one file', async () => {
    const { agent, one } = await start();
    const first = await send(agent, one, one.file, 'once');
    expect([first.status, first.error.message]).toEqual([201, undefined]);
    const files = await storedFiles();
    const again = await send(agent, one, one.file, 'once');
    expect([again.status, lasting(again.body)]).toEqual([201, lasting(first.body)]);
    expect([await one.count(), await storedFiles()]).toEqual([1, files]);
  });

  it('stores one file for simultaneous uploads', async () => {
    const { agent, one } = await start();
    const before = await storedFiles();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(agent, one, one.file, 'together')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => lasting(body))).size).toBe(1);
    expect(await one.count()).toBe(1);
    expect((await storedFiles()) - before).toBeLessThanOrEqual(1);
  });

  it('rejects another file under the same key, and stores nothing of it', async () => {
    const { agent, one } = await start();
    await send(agent, one, one.file, 'mixed');
    const files = await storedFiles();
    const { status, error } = await send(agent, one, one.other, 'mixed');
    expect([status, error.code]).toEqual([409, 'idempotency_mismatch']);
    expect([await one.count(), await storedFiles()]).toEqual([1, files]);
  });

  it('accepts the same file again under another key, or under none', async () => {
    const { agent, one } = await start();
    await send(agent, one, one.file, 'first');
    expect((await send(agent, one, one.file, 'second')).status).toBe(201);
    expect((await send(agent, one, one.file, '')).status).toBe(201);
  });
});

it('a rejected upload can be sent again under its key', async () => {
  const agent = await signInAs(t.current);
  const one = await CASES['a document of a client']?.(agent);
  if (!one) throw new Error('no such case');
  const files = await storedFiles();
  expect(
    (await send(agent, one, { name: 'a.exe', content: Buffer.from([0x4d, 0x5a, 0, 3]) }, 'again')).status,
  ).toBe(400);
  expect(await storedFiles()).toBe(files);
  expect((await send(agent, one, one.file, 'again')).status).toBe(201);
});

it('documents with different notes are a different upload', async () => {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const file = { name: 'a.pdf', content: buildPdf() };
  const sent = (notes: string) => {
    const { body, headers } = uploadInput([file], { notes });
    const key = { 'idempotency-key': 'noted' };
    return agent.call(uploadDocuments, { params: { clientId }, body, headers: { ...headers, ...key } });
  };
  expect((await sent('from Ana')).status).toBe(201);
  expect((await sent('from Ana')).status).toBe(201);
  expect((await sent('from Rosa')).status).toBe(409);
});
