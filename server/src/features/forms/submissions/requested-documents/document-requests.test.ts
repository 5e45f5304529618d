import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { validateLink } from '@ledgerline/contract/public-forms/endpoints';
import {
  getDocumentRequest,
  removeRequestedFile,
  sendRequestedDocuments,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { MAX_FILES_OF_DOCUMENT, NOT_OPENED_HOURS } from '@ledgerline/contract/rules';
import {
  deleteSubmission,
  readSubmission,
  unlinkSubmissionFromClient,
} from '@ledgerline/contract/submissions/endpoints';
import {
  listRequestedDocuments,
  reviewRequestedDocuments,
} from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFile, buildRequest, buildSentRequest } from '#testing/document-requests.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });

beforeAll(() => t.current.startJobs());

async function isOnToday(agent: Caller, id: number): Promise<boolean> {
  const { body } = await agent.call(listToday, { query: { limit: 200 } });
  return body.lines.some((item) => item.kind === 'unread' && item.id === id);
}

const decide = (
  agent: Caller,
  id: number,
  decisions: { id: number; decision: 'accept' | 'again' | 'not_needed'; reason?: string }[],
) => agent.call(reviewRequestedDocuments, { params: { id }, body: { decisions } });

async function started(names?: string[]) {
  const agent = await signInAs(t.current);
  const client_id = await buildClient(t.current, { pref_lang: 'Spanish' });
  const request = await buildRequest(t.current, agent, { client_id, ...(names ? { names } : {}) });
  return { agent, client_id, ...request };
}

async function sent(names?: string[]) {
  const agent = await signInAs(t.current);
  const client_id = await buildClient(t.current);
  const request = await buildSentRequest(t.current, agent, { client_id, ...(names ? { names } : {}) });
  const list = async () =>
    (await agent.call(listRequestedDocuments, { params: { id: request.id } })).body.data;
  return { agent, client_id, ...request, list };
}

const filesOf = async (agent: Caller, id: number) =>
  (await agent.call(listClientDocuments, { params: { id } })).body.documents;

const storageKeys = async (): Promise<string[]> => {
  const rows = await t.current.deps.database.query<{ storage_key: string }>(
    'select storage_key from requested_files',
  );
  return rows.map(({ storage_key }) => storage_key);
};

describe('a document request', () => {
  it('goes from the client to the agent and back until every document has been reviewed', async () => {
    const { agent, client_id, id, visitor, token, read } = await started();
    const [photo, income] = await read();
    if (!photo || !income) throw new Error('nothing was requested');
    expect([photo, income]).toMatchObject([
      { name: 'Photo ID', status: 'open', files: [] },
      { name: 'Proof of income', status: 'open', files: [] },
    ]);
    expect((await visitor.call(sendRequestedDocuments)).status).toBe(409);
    expect((await addFile(visitor, photo.id)).status).toBe(201);
    const wrong = (await addFile(visitor, photo.id, { name: 'wrong.png' })).body.file;
    const back = (await addFile(visitor, photo.id, { name: 'back.exe' })).body.file;
    expect(back.file_name).toBe('back.exe.png');
    const removal = { params: { id: photo.id, fileId: wrong.id } };
    expect((await visitor.call(removeRequestedFile, removal)).status).toBe(200);
    expect((await visitor.call(removeRequestedFile, removal)).status).toBe(200);
    // Nothing is shown, or on Today, before it is sent.
    const list = async () => (await agent.call(listRequestedDocuments, { params: { id } })).body.data;
    expect((await list()).flatMap(({ files }) => files)).toEqual([]);
    expect(await isOnToday(agent, id)).toBe(false);

    expect((await visitor.call(sendRequestedDocuments)).status).toBe(200);
    expect((await t.current.call(validateLink, { body: { token } })).body.state).toBe('completed');
    await agent.call(readSubmission, { params: { id } });
    expect(await isOnToday(agent, id)).toBe(true);
    const shown = await list();
    expect(shown.map(({ files }) => files.map(({ file_name }) => file_name))).toEqual([
      ['IMG_0001.png', 'back.exe.png'],
      [],
    ]);
    const [file] = shown[0]?.files ?? [];
    const path = new URL(file?.file_url ?? '').pathname;
    const fetched = await t.current.app.inject({ method: 'GET', url: path });
    expect([fetched.statusCode, fetched.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ]);

    const again = await decide(agent, id, [
      { id: photo.id, decision: 'again', reason: 'The photo is blurred.' },
      { id: income.id, decision: 'again' },
    ]);
    expect(again.body).toMatchObject({ message: '2 requested again.', is_reopened: true });
    expect(await isOnToday(agent, id)).toBe(false);
    expect((await t.current.call(validateLink, { body: { token } })).body.state).toBe('ready');
    expect(await read()).toMatchObject([
      { status: 'again', reason: 'The photo is blurred.', files: [{}, {}] },
      { status: 'again', reason: '', files: [] },
    ]);
    expect((await addFile(visitor, income.id, { name: 'pay.pdf', content: buildPdf() })).status).toBe(201);
    expect((await visitor.call(sendRequestedDocuments)).status).toBe(200);
    const done = await decide(agent, id, [
      { id: photo.id, decision: 'accept' },
      { id: income.id, decision: 'accept' },
    ]);
    expect(done.body).toMatchObject({ message: '2 accepted.', is_reopened: false });
    expect(await isOnToday(agent, id)).toBe(false);
    const documents = await filesOf(agent, client_id);
    expect(documents.map(({ file_name }) => file_name).sort()).toEqual([
      'Photo ID 1.png',
      'Photo ID 2.png',
      'Proof of income.pdf',
    ]);
    for (const document of documents)
      expect(document).toMatchObject({ folder: 'Identification', uploaded_by: null, session_form_id: null });
    const timeline = await agent.call(listClientTimeline, { params: { id: client_id }, query: {} });
    const events = timeline.body.lines.map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining(['form_submitted', 'documents_requested_again', 'documents_reviewed']),
    );
  });

  it('has audit sentences that say who reviewed what', async () => {
    const { id, list } = await sent(['Photo ID']);
    const owner = await signInAs(t.current, { is_owner: true });
    const [photo] = await list();
    await decide(owner, id, [{ id: photo?.id ?? 0, decision: 'again', reason: 'Blurred' }]);
    const { body } = await owner.call(listAuditEvents, { query: { thing: 'form' } });
    expect(JSON.stringify(body)).toContain('requested documents of the form');
  });

  it.each([
    [
      'a file of a wrong type',
      { name: 'a.html', content: '<html></html>' },
      400,
      /not a supported file type/,
    ],
    ['an empty file', { name: 'a.png', content: '' }, 400, /is empty/],
  ])('rejects %s and stores nothing', async (_, file, status, message) => {
    const { visitor, read } = await started(['Photo ID']);
    const [photo] = await read();
    const rejected = await addFile(visitor, photo?.id ?? 0, file);
    expect([rejected.status, rejected.error.message]).toEqual([status, expect.stringMatching(message)]);
    expect((await read())[0]?.files).toEqual([]);
  });

  it('limits the files of a document, also for uploads at the same moment', async () => {
    const { visitor, read } = await started(['Photo ID']);
    const [photo] = await read();
    const uploads = Array.from({ length: MAX_FILES_OF_DOCUMENT + 2 }, () => addFile(visitor, photo?.id ?? 0));
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_FILES_OF_DOCUMENT);
    expect(statuses.filter((status) => status === 413)).toHaveLength(2);
    expect((await read())[0]?.files).toHaveLength(MAX_FILES_OF_DOCUMENT);
  });

  it('stores a file once when its upload is repeated after a lost connection', async () => {
    const { visitor, read } = await started(['Photo ID']);
    const [photo] = await read();
    const [first, repeated] = await Promise.all([
      addFile(visitor, photo?.id ?? 0, {}, 'upload-key-00000001'),
      addFile(visitor, photo?.id ?? 0, {}, 'upload-key-00000001'),
    ]);
    expect([first.body.file, (await read())[0]?.files]).toEqual([repeated.body.file, [first.body.file]]);
  });

  it('is sent once from two devices, and accepts nothing afterwards', async () => {
    const { agent, id, visitor, read } = await started(['Photo ID']);
    const [photo] = await read();
    const { file } = (await addFile(visitor, photo?.id ?? 0)).body;
    const sends = await Promise.all([
      visitor.call(sendRequestedDocuments),
      visitor.call(sendRequestedDocuments),
    ]);
    expect(sends.map(({ status }) => status).sort()).toEqual([200, 409]);
    const params = { id: photo?.id ?? 0, fileId: file.id };
    for (const late of [
      await addFile(visitor, photo?.id ?? 0),
      await visitor.call(removeRequestedFile, { params }),
      await visitor.call(getDocumentRequest),
    ])
      expect(late.error.code).toBe('form_completed');
    expect((await agent.call(listRequestedDocuments, { params: { id } })).body.data[0]?.files).toHaveLength(
      1,
    );
  });

  it('shows and changes nothing of another request', async () => {
    const mine = await started(['Photo ID']);
    const other = await started(['Medicare card']);
    const [theirs] = await other.read();
    const { file } = (await addFile(other.visitor, theirs?.id ?? 0)).body;
    const params = { id: theirs?.id ?? 0, fileId: file.id };
    expect((await addFile(mine.visitor, params.id)).status).toBe(404);
    expect((await mine.visitor.call(removeRequestedFile, { params })).status).toBe(404);
    expect((await other.read())[0]?.files).toHaveLength(1);
  });

  it('is reviewed by one of two agents, who decides about every document', async () => {
    const { agent, client_id, id, list } = await sent();
    const [photo, income] = await list();
    const all = (decision: 'accept' | 'not_needed') => [
      { id: photo?.id ?? 0, decision },
      { id: income?.id ?? 0, decision },
    ];
    expect((await decide(agent, id, all('accept').slice(0, 1))).status).toBe(409);
    expect((await decide(agent, id, [...all('accept'), ...all('accept')])).status).toBe(409);
    const noReason = await decide(agent, id, [
      { id: photo?.id ?? 0, decision: 'again' },
      { id: income?.id ?? 0, decision: 'accept' },
    ]);
    expect(noReason.error.details?.fields).toEqual([{ path: 'decisions.0.reason', message: 'is required' }]);
    const both = await Promise.all([decide(agent, id, all('accept')), decide(agent, id, all('not_needed'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isAccepted = both[0]?.status === 200;
    expect(await filesOf(agent, client_id)).toHaveLength(isAccepted ? 2 : 0);
    expect((await list()).flatMap(({ files }) => files)).toEqual([]);
  });

  it('is emailed in the client’s language', async () => {
    const { agent, id } = await started(['Photo ID']);
    const { status } = await agent.call(emailLink, {
      body: { session_form_id: id, to_address: 'ana@example.test' },
    });
    const [email] = await t.current.deps.database.query<{ subject: string }>(
      'select subject from mail_messages where session_form_id = $1',
      [id],
    );
    expect([status, email?.subject]).toEqual([201, expect.stringContaining('Documentos')]);
  });

  it('removes its files from the storage when it is deleted, but not those that became documents', async () => {
    const { agent, client_id, id, visitor, list } = await sent();
    const [photo, income] = await list();
    await decide(agent, id, [
      { id: photo?.id ?? 0, decision: 'accept' },
      { id: income?.id ?? 0, decision: 'again', reason: 'Too old' },
    ]);
    await addFile(visitor, income?.id ?? 0);
    const before = await storageKeys();
    expect((await agent.call(deleteSubmission, { params: { id }, body: {} })).status).toBe(200);
    const left = await storageKeys();
    const removed = before.filter((key) => !left.includes(key));
    expect(removed).toHaveLength(2);
    for (const key of removed) expect(await t.current.deps.storage.size(key)).toBeNull();
    const [kept] = await filesOf(agent, client_id);
    const { pathname } = new URL(kept?.file_url ?? '');
    expect((await t.current.app.inject({ method: 'GET', url: pathname })).statusCode).toBe(200);
  });

  it('is on Today as a link that was not opened, until its documents are sent', async () => {
    const { id, visitor, read } = await started(['Photo ID']);
    t.current.clock.advance((NOT_OPENED_HOURS + 1) * 3_600_000);
    const agent = await signInAs(t.current);
    const isWaiting = async () => {
      const { body } = await agent.call(listToday, { query: { limit: 200 } });
      return body.lines.some(({ kind, submission_id }) => kind === 'not_opened' && submission_id === id);
    };
    expect(await isWaiting()).toBe(true);
    const [photo] = await read();
    await addFile(visitor, photo?.id ?? 0);
    expect((await visitor.call(sendRequestedDocuments)).status).toBe(200);
    expect(await isWaiting()).toBe(false);
  });

  it('stays with its client', async () => {
    const { agent, id } = await started(['Photo ID']);
    const { error } = await agent.call(unlinkSubmissionFromClient, { params: { id } });
    expect(error.message).toBe('A document request belongs to its client. Delete it instead.');
  });
});
