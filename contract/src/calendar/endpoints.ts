import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { textSchema, webAddressSchema } from '../schemas.ts';

/** Scope of a feed: days back from today, days forward, and the maximum number of events, earliest first. */
export const FEED_DAYS_BACK = 30;
export const FEED_DAYS_FORWARD = 365;
export const MAX_FEED_EVENTS = 2000;

/** What is known of an agent's feed URL: only its hash is stored (decision 053). */
const calendarFeedSchema = z.object({
  created_at: z.string(),
  /** When a calendar last fetched the feed; null before the first time. To the minute. */
  last_fetched_at: z.string().nullable(),
});
export type CalendarFeed = z.output<typeof calendarFeedSchema>;

export const getCalendarFeed = endpoint('GET /calendar-feed', 'agent', {
  summary: 'Get whether the caller’s calendar feed has an address, and whether feeds name clients',
  audit: 'none',
  reply: success({ feed: calendarFeedSchema.nullable(), has_calendar_names: z.boolean() }),
});

export const createCalendarFeed = endpoint('POST /calendar-feed', 'agent', {
  needsReauthentication: true,
  summary: 'Create a calendar feed URL, returned only once; replaces the previous one',
  status: 201,
  isSecret: true,
  reply: success({ feed: calendarFeedSchema, url: webAddressSchema }),
  rateLimit: { max: 20, seconds: 900 },
});

export const deleteCalendarFeed = endpoint('DELETE /calendar-feed', 'agent', {
  needsReauthentication: { never: 'removes access and grants none' },
  summary: 'Revoke the caller’s calendar feed URL',
  reply: doneReply,
});

export const getCalendar = endpoint('GET /calendar/:token.ics', 'public', {
  summary: `Get follow-ups and open tasks of one agent as iCalendar, from ${FEED_DAYS_BACK} days back to ${FEED_DAYS_FORWARD} days forward, at most ${MAX_FEED_EVENTS}`,
  transport: 'stream',
  params: z.object({ token: textSchema(500) }),
  reply: z.unknown(),
  rateLimit: { max: 60, seconds: 60 },
});
