import { setTimeout as sleep } from 'node:timers/promises';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { openTestApp, useTestApp } from '#testing/test-app.ts';
import { diskMessages, uptimeText } from './read-status.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const t = useTestApp();

describe('the status', () => {
  it('answers without a token, with every key and nothing that identifies the host', async () => {
    const { status, body } = await t.current.call(getStatus);
    expect(status).toBe(200);
    const { cpu, platform, memory } = body.system.resources;
    expect([
      cpu.model,
      platform.release,
      platform.hostname,
      body.api.process.pid,
      body.api.process.version,
    ]).toEqual([null, null, null, null, null]);
    expect(memory.usage).toMatch(/^\d+\.\d%$/);
    expect(body.timestamp).toBe(t.current.clock.now().toISOString());
  });

  it('names the host to a signed-in agent', async () => {
    const agent = await signInAs(t.current);
    const { body } = await agent.call(getStatus);
    expect(body.api.process.pid).toBe(process.pid);
    expect(body.system.resources.platform.hostname).toEqual(expect.any(String));
  });

  it('warns agents that PUBLIC_URL and a mail server are missing, until they are set', async () => {
    const agent = await signInAs(t.current);
    expect((await agent.call(getStatus)).body.notices).toEqual([
      expect.stringContaining('PUBLIC_URL'),
      expect.stringMatching(/^Email isn’t connected\. .* SMTP_URL and MAIL_FROM /),
    ]);
    expect((await t.current.call(getStatus)).body.notices).toEqual([]);
    const other = await openTestApp({
      PUBLIC_URL: 'https://portal.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    try {
      expect((await (await signInAs(other)).call(getStatus)).body.notices).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('reports within a second that the database is not reachable, to visitors and agents', async () => {
    const app = await openTestApp();
    const agent = await signInAs(app);
    // Every connection is in use and none is released: as with a database that does not respond.
    const connections = await Promise.all([1, 2, 3, 4, 5].map(() => app.deps.database.pool.connect()));
    for (const caller of [app, agent]) {
      const { status, error } = await caller.call(getStatus);
      expect([status, error.code, error.message]).toEqual([
        503,
        'unavailable',
        'The database is not reachable.',
      ]);
    }
    for (const client of connections) client.release();
    expect((await app.call(getStatus)).status).toBe(200);
    await app.close();
  });

  it('answers within a second however slow the database is: completely, or that it is not reachable', async () => {
    const app = await openTestApp();
    const owner = await signInAs(app, { is_owner: true });
    const { database } = app.deps;
    const slowedBy = (ms: number): typeof database => ({
      ...database,
      query: async (text, values) => {
        await sleep(ms);
        return database.query(text, values);
      },
      arrays: async (text, values, name) => {
        await sleep(ms);
        return database.arrays(text, values, name);
      },
    });
    const request = async (ms: number) => {
      app.deps.database = slowedBy(ms);
      const startedAt = performance.now();
      const answer = await owner.call(getStatus);
      return { ...answer, isInTime: performance.now() - startedAt < 1000 };
    };
    try {
      const late = await request(600);
      expect([late.status, late.error.message, late.isInTime]).toEqual([
        503,
        'The database is not reachable.',
        true,
      ]);
      const inTime = await request(250);
      expect([inTime.status, inTime.isInTime]).toEqual([200, true]);
      expect(inTime.body.notices).toHaveLength(2);
    } finally {
      app.deps.database = database;
      await app.close();
    }
  });

  it('reports how full the disk is', async () => {
    const { body } = await t.current.call(getStatus);
    expect(body.system.resources.disk).toEqual({
      usage: expect.stringMatching(/^\d+\.\d%$/),
      used: expect.stringMatching(/ GB$/),
      total: expect.stringMatching(/ GB$/),
    });
  });

  it.each([
    ['plenty of space', 50, 500 * GIB, []],
    [
      'little space',
      97,
      30 * GIB,
      ['The server’s disk is 97% full (30.00 GB left). Free up space before it stops the portal.'],
    ],
    [
      'too little space for uploads',
      99.9,
      200 * MIB,
      [
        'The server’s disk is 99% full (200.0 MB left). Uploads and imports are paused until space is freed up.',
      ],
    ],
    [
      'too little space on a small disk',
      60,
      200 * MIB,
      [
        'The server’s disk is 60% full (200.0 MB left). Uploads and imports are paused until space is freed up.',
      ],
    ],
  ])('reports what %s means', (_, percent, free, notices) => {
    const total = free / (1 - percent / 100);
    expect(diskMessages({ percent, total, used: total - free })).toEqual(notices);
    expect(diskMessages(null)).toEqual([]);
  });

  it.each([
    [0, '0d 0h 0m'],
    [59, '0d 0h 0m'],
    [3660, '0d 1h 1m'],
    [273_900, '3d 4h 5m'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(uptimeText(seconds)).toBe(text);
  });
});
