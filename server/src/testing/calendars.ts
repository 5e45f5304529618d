import { createCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import { beforeAll } from 'vitest';
import type { Caller, TestApp } from './test-app.ts';

/** Calendar feeds of a server whose PUBLIC_URL is https://portal.example, as calendars fetch them. */
export function calendarsOn(app: () => TestApp) {
  // Agents are notified by email of each feed.
  beforeAll(() => app().startJobs());
  const fetchUrl = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app().app.inject({
      method,
      url: new URL(url).pathname,
      headers: { host: 'portal.example', ...headers },
    });

  /** The lines of each event, by property. */
  async function eventsAt(url: string): Promise<Record<string, string>[]> {
    const { statusCode, body } = await fetchUrl(url);
    if (statusCode !== 200) throw new Error(`the feed answered ${statusCode}: ${body}`);
    const [, ...events] = body.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
    return events.map((event) =>
      Object.fromEntries(
        event
          .split('\r\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    );
  }

  /** The URL of a newly created feed. */
  async function createFeed(agent: Caller): Promise<string> {
    const { status, body } = await agent.call(createCalendarFeed);
    if (status !== 201) throw new Error(`no feed was created: ${status}`);
    return body.url;
  }

  return {
    fetchUrl,
    eventsAt,
    createFeed,
    summariesAt: async (url: string) => (await eventsAt(url)).map(({ SUMMARY }) => SUMMARY),
    /** A task of its creator; its id. */
    async task(
      agent: Caller & { agent: { id: number } },
      body: BodyInput<typeof createTask>,
    ): Promise<number> {
      const { status, body: created } = await agent.call(createTask, {
        body: { owner_agent_id: agent.agent.id, ...body },
      });
      if (status !== 201) throw new Error(`no task was created: ${status}`);
      return created.id;
    },
  };
}
