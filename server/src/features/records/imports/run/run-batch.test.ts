import { listClients } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jobHandlers } from '#app';
import { buildClient, signInAs } from '#testing/factories.ts';
import { importFile, revertFile, settled, upload, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';
import { planRows } from '../check/check-rows.ts';
import { changeImport, findImport } from '../repository.ts';
import { runBatch } from './run-batch.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const total = async () => (await agent.call(listClients, { query: { page: 1 } })).body.total;
const resumeImports = async () => {
  const job = jobHandlers(t.current.deps).find(({ queue }) => queue === 'imports-tending');
  await job?.work({});
};
/** A file of people who match nothing in another file: each tag has its own area code. */
const people = (count: number, tag: string, area: number) =>
  ['First,Last,Email,Phone,DOB,SSN,Plan,Notes,City of birth,AGI']
    .concat(
      Array.from({ length: count }, (_, n) => {
        const phone = `${area}-${String(200 + (n % 700))}-${String(n).padStart(4, '0').slice(-4)}`;
        const city = n % 3 === 0 ? 'Miami' : '';
        const plan = n % 2 === 0 ? 'Gold 80' : '';
        return `Ann${n},${tag}${n},${tag}${n}@load.test,${phone},1/20/19${10 + (n % 80)},${100_000_000 + n},${plan},call ${n},${city},${n}.50`;
      }),
    )
    .join('\n');

describe('an import that is interrupted', () => {
  it('is not planned again by a slow check that finishes after its rows are written', async () => {
    const { id } = await importFile(agent, people(3, 'late', 307));
    const importRecord = await findImport(t.current.deps.database, id);
    if (!importRecord) throw new Error('the import no longer exists');
    await planRows(t.current.systemContext(), { ...importRecord, state: 'checking' }, async () => undefined);
    const { body } = await agent.call(endpoints.listImportRows, { params: { id } });
    expect(body.data.map(({ plan, findings }) => [plan, findings])).toEqual(
      Array.from({ length: 3 }, () => ['created', []]),
    );
  });

  it('resumes after the last complete batch, without duplicating a client', async () => {
    const before = await total();
    const importRecord = await uploadAndCheck(agent, people(620, 'crash', 305));
    const { database } = t.current.deps;
    const ctx = t.current.systemContext();
    await changeImport(
      database,
      importRecord.id,
      { state: 'running', total_count: 620, done_count: 0 },
      t.current.clock.now(),
    );
    expect(await database.transaction((db) => runBatch({ ...ctx, db }, importRecord.id))).toBe(true);
    const crash = database.transaction(async (db) => {
      await runBatch({ ...ctx, db }, importRecord.id);
      throw new Error('the server died');
    });
    await expect(crash).rejects.toThrow('the server died');
    expect(await total()).toBe(before + 250);
    t.current.clock.advance(61_000);
    await resumeImports();
    expect(await settled(agent, importRecord.id)).toMatchObject({ state: 'done', counts: { created: 620 } });
    expect(await total()).toBe(before + 620);
  });

  it('makes two jobs on one import take turns', async () => {
    const before = await total();
    const importRecord = await uploadAndCheck(agent, people(600, 'twice', 786));
    const { database } = t.current.deps;
    await changeImport(database, importRecord.id, { state: 'running', done_count: 0 }, t.current.clock.now());
    const work = async () => {
      const ctx = t.current.systemContext();
      while (await database.transaction((db) => runBatch({ ...ctx, db }, importRecord.id)));
    };
    await Promise.all([work(), work()]);
    expect(await total()).toBe(before + 600);
  });
});

describe('secrets of a file', () => {
  const SECRETS = ['518-44-9271', '4556737586899855', '518449271'];
  const everything = async () => {
    const tables = ['imports', 'import_rows', 'audit_events', 'clients'];
    const rows = await Promise.all(
      tables.map((table) =>
        t.current.deps.database.query(`select to_jsonb(x)::text as text from ${table} x`),
      ),
    );
    return JSON.stringify(rows);
  };

  it('are never in plain text in a table, a finding, a sample or the results, under any mapping', async () => {
    const file =
      'Last,Email,SSN,Card,What is this\nSafe,safe@secret.test,518-44-9271,4556737586899855,518-44-9271';
    const { body } = await upload(agent, file);
    const id = body.id;
    const shown: unknown[] = [body];
    for (const mapping of [body.data.mapping, ['dob', 'primary_email', 'status', 'agi', 'primary_phone']]) {
      const params = { id };
      await agent.call(endpoints.checkImport, { params, body: { mapping: mapping as never } });
      await settled(agent, id);
      shown.push(
        (await agent.call(endpoints.listImportRows, { params })).body,
        (await agent.call(endpoints.getImport, { params })).body,
      );
      expect(SECRETS.filter((secret) => JSON.stringify(shown).includes(secret))).toEqual([]);
    }
    const stored = await everything();
    expect(SECRETS.filter((secret) => stored.includes(secret))).toEqual([]);
    await agent.call(endpoints.checkImport, { params: { id }, body: { mapping: body.data.mapping } });
    await settled(agent, id);
    await agent.call(endpoints.runImport, { params: { id } });
    await settled(agent, id);
    const after = await everything();
    expect(SECRETS.filter((secret) => after.includes(secret))).toEqual([]);
    const outcome = await agent.call(endpoints.downloadImportOutcome, { params: { id } });
    expect(SECRETS.filter((secret) => String(outcome.body).includes(secret))).toEqual([]);
    const left = await t.current.deps.database.query(
      'select 1 from import_rows where import_id = $1 and cells is not null',
      [id],
    );
    expect(left).toEqual([]);
  });

  it('are removed with an upload that was not continued for a day', async () => {
    const { body } = await upload(agent, 'last,ssn\nOld,518-44-9271');
    t.current.clock.advance(23 * 3_600_000);
    await resumeImports();
    const fresh = await signInAs(t.current, { is_owner: true });
    expect((await fresh.call(endpoints.getImport, { params: { id: body.id } })).status).toBe(200);
    t.current.clock.advance(2 * 3_600_000);
    await resumeImports();
    const rows = await t.current.deps.database.query('select 1 from import_rows where import_id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([]);
    agent = await signInAs(t.current);
  });
});

/** Lists clients continuously, as another agent would; `stop` returns the slowest response. */
function callMeanwhile(): { stop(): Promise<number> } {
  let isOver = false;
  const work = async () => {
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      const { status } = await agent.call(listClients, { query: { page: 1 } });
      longest = Math.max(longest, status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return longest;
  };
  const running = work();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
}

describe('an import of many batches', () => {
  it('is checked, written and reverted while other requests are served', async () => {
    for (let n = 0; n < 5; n++) {
      const [client_first_name, client_last_name] = [`Ann${n}`, `big${n}`];
      const primary_email = `big${n}@load.test`;
      await buildClient(t.current, { client_first_name, client_last_name, primary_email });
    }
    const before = await total();
    const others = callMeanwhile();
    const marks = [performance.now()];
    onTestFinished(async () => {
      await others.stop();
    });
    const importRecord = await importFile(agent, people(1250, 'big', 954));
    marks.push(performance.now());
    expect(importRecord).toMatchObject({
      state: 'done',
      counts: { created: 1245, skipped: 5 },
      progress: { done: 1250, total: 1250 },
    });
    expect(await total()).toBe(before + 1245);
    expect((await revertFile(agent, importRecord.id)).counts).toMatchObject({ reverted: 1245, kept: 0 });
    marks.push(performance.now());
    const longest = await others.stop();
    expect(await total()).toBe(before);
    const [start = 0, imported = 0, reverted = 0] = marks;
    console.log(
      `1,250 rows: import ${Math.round(imported - start)} ms, revert ${Math.round(reverted - imported)} ms, slowest list ${Math.round(longest)} ms`,
    );
    // No request waits for the import: a list takes a small part of its time, on slow and fast machines
    // alike.
    expect(longest).toBeLessThan((reverted - start) / 2);
  }, 300_000);
});
