import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { textSchema, webAddressSchema } from '../schemas.ts';

/** How far a feed reaches: days back from today, days on, and how many events at most, the earliest first. */
export const FEED_DAYS_BACK = 30;
export const FEED_DAYS_ON = 365;
export const MAX_FEED_EVENTS = 2000;

/** The address of an agent's feed as far as anybody can tell: it is kept as a fingerprint only (decision 053). */
const calendarFeedSchema = z.object({
  created_at: z.string(),
  /** When a calendar last asked; null when none has yet. To the minute. */
  last_fetched_at: z.string().nullable(),
});
export type CalendarFeed = z.output<typeof calendarFeedSchema>;

export const getCalendarFeed = endpoint('getCalendarFeed', 'GET /calendar-feed', 'agent', {
  summary: "Whether one's calendar feed has an address, and whether feeds name clients",
  audit: 'none',
  reply: answer({ feed: calendarFeedSchema.nullable(), has_calendar_names: z.boolean() }),
});

export const createCalendarFeed = endpoint('createCalendarFeed', 'POST /calendar-feed', 'agent', {
  needsReauthentication: true,
  summary: "Make an address for one's calendar feed, told this once; one that was made before ends",
  status: 201,
  isSecret: true,
  reply: answer({ feed: calendarFeedSchema, url: webAddressSchema }),
  rateLimit: { max: 20, seconds: 900 },
});

export const deleteCalendarFeed = endpoint('deleteCalendarFeed', 'DELETE /calendar-feed', 'agent', {
  needsReauthentication: { never: 'ends access and gives none' },
  summary: "Take the address of one's calendar feed back",
  reply: doneAnswer,
});

export const getCalendar = endpoint('getCalendar', 'GET /calendar/:token.ics', 'public', {
  summary: `Follow-ups and open tasks of one agent as iCalendar, from ${FEED_DAYS_BACK} days back to ${FEED_DAYS_ON} days on, at most ${MAX_FEED_EVENTS}`,
  transport: 'stream',
  params: z.object({ token: textSchema(500) }),
  reply: z.unknown(),
  rateLimit: { max: 60, seconds: 60 },
});
