import { NO_FLAGS } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { EsignError } from '#platform/ports/esign.ts';
import {
  ADVISORY,
  type Agent,
  HIPAA,
  ownerOf,
  synced,
  useTemplateLibrary,
} from '#testing/template-library.ts';
import { resumeStalled } from './run-sync.ts';
import { syncTemplates } from './sync-templates.ts';

const { t, world } = useTemplateLibrary();
const owner = () => ownerOf(t.current);
const nameOf = ({ agent }: Agent) => `${agent.first_name} ${agent.last_name}`;

/** Joins the running sync without waiting for its end. */
function joinSync(agent: Agent) {
  const { id } = agent.agent;
  const actor = { kind: 'agent' as const, id, name: nameOf(agent), signInId: 0, ...NO_FLAGS };
  return syncTemplates({ ...t.current.systemContext(), actor }, 0);
}

describe('the job of a sync', () => {
  /** The next document read fails because the database is unavailable. */
  function cutOffAt(id: string) {
    world.onFetch = async () => {
      if (world.fetched.at(-1) !== id) return;
      world.onFetch = async () => undefined;
      throw new AppError('unavailable');
    };
  }

  it('shows its progress and the result for each document', async () => {
    const agent = await owner();
    world.library = [
      { ...ADVISORY, problem: new EsignError('invalid', 'The PDF has no signature field.') },
      HIPAA,
    ];
    let during: endpoints.TemplateSync | null = null;
    world.onFetch = async () => {
      if (world.fetched.at(-1) === 'T2') during = (await agent.call(endpoints.getTemplateSync)).body.data;
    };
    const failed = {
      name: 'Advisory Agreement',
      outcome: 'failed',
      message: 'The PDF has no signature field.',
    };
    await agent.call(endpoints.syncTemplates);
    world.onFetch = async () => undefined;
    expect(during).toMatchObject({
      state: 'running',
      finished_at: null,
      total: 2,
      documents: [failed],
      count: 0,
    });
    const { body } = await agent.call(endpoints.getTemplateSync);
    expect(body.data).toMatchObject({
      state: 'done',
      started_by: nameOf(agent),
      documents: [failed, { name: 'HIPAA', outcome: 'synced', message: null }],
      count: 1,
      newPreviewDocuments: 1,
    });
  });

  it('also reads a document that was added before another agent joined it', async () => {
    const agent = await owner();
    let joined: Awaited<ReturnType<typeof syncTemplates>> | null = null;
    world.onFetch = async () => {
      world.onFetch = async () => undefined;
      world.library = [...world.library, { ...HIPAA, id: 'T3', name: 'Added' }];
      joined = await joinSync(agent);
    };
    const { body } = await agent.call(endpoints.syncTemplates);
    expect(joined).toMatchObject({ sync: { state: 'running', started_at: body.sync.started_at } });
    expect(body).toMatchObject({ count: 3, sync: { state: 'done', total: 3 } });
    expect((await synced(agent)).map(({ form_name_agent }) => form_name_agent)).toContain('Added');
  });

  /** The list by which the sync notices added documents, after it has read all of the first list. */
  function onSecondList(step: () => Promise<void>): void {
    let lists = 0;
    world.onList = async () => {
      lists += 1;
      if (lists === 2) await step();
    };
  }

  it('can be joined while it lists for the last time, and then lists once more', async () => {
    const agent = await owner();
    let joined: Awaited<ReturnType<typeof syncTemplates>> | null = null;
    onSecondList(async () => {
      joined = await joinSync(agent);
      world.onList = async () => {
        world.library = [ADVISORY, HIPAA, { ...HIPAA, id: 'T4', name: 'Added last' }];
      };
    });
    const { body } = await agent.call(endpoints.syncTemplates);
    expect(joined).toMatchObject({ sync: { state: 'running', started_at: body.sync.started_at } });
    expect(body).toMatchObject({ count: 3, sync: { state: 'done', total: 3 } });
    expect((await synced(agent)).map(({ form_name_agent }) => form_name_agent)).toContain('Added last');
  });

  it('is done when the provider fails only after every listed document was read', async () => {
    const agent = await owner();
    onSecondList(async () => {
      world.listProblem = new EsignError('unavailable', 'DocuSign is currently unavailable.');
    });
    const { status, body } = await agent.call(endpoints.syncTemplates);
    expect([status, body.count, body.problems]).toEqual([200, 2, []]);
    expect(body.sync).toMatchObject({ state: 'done', total: 2, finished_at: expect.any(String) });
  });

  it('responds while it is still running when it takes longer than a call waits', async () => {
    const agent = await owner();
    let answer: Awaited<ReturnType<typeof syncTemplates>> | null = null;
    world.onFetch = async () => {
      world.onFetch = async () => undefined;
      answer = await joinSync(agent);
    };
    await agent.call(endpoints.syncTemplates);
    expect(answer).toMatchObject({ count: 0, sync: { state: 'running', total: 2, documents: [] } });
    expect(world.fetched).toEqual(['T1', 'T2']);
  });

  it('continues after a crash with the remaining documents', async () => {
    const agent = await owner();
    cutOffAt('T2');
    await agent.call(endpoints.syncTemplates);
    const { body: cut } = await agent.call(endpoints.getTemplateSync);
    expect(cut.data).toMatchObject({ state: 'running', total: 2, count: 1 });
    await resumeStalled(t.current.deps);
    expect((await agent.call(endpoints.getTemplateSync)).body.data?.state).toBe('running');
    t.current.clock.advance(3 * 60_000);
    await resumeStalled(t.current.deps);
    const { body } = await agent.call(endpoints.getTemplateSync);
    expect(body.data).toMatchObject({ state: 'done', count: 2, newPreviewDocuments: 2 });
    expect(body.data?.started_at).toBe(cut.data?.started_at);
    expect(world.fetched).toEqual(['T1', 'T2', 'T2']);
    expect(await synced(agent)).toHaveLength(2);
  });

  it('does not block the next sync when it failed', async () => {
    const agent = await owner();
    world.listProblem = new EsignError('unavailable', 'timeout');
    expect((await agent.call(endpoints.syncTemplates)).status).toBe(502);
    expect((await agent.call(endpoints.getTemplateSync)).body.data?.state).toBe('failed');
    world.listProblem = null;
    expect((await agent.call(endpoints.syncTemplates)).body.count).toBe(2);
  });
});
