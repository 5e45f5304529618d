import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as reminders from './service.ts';

export const reminderRoutes: Route[] = [
  route(endpoints.getReminders, (ctx, { params }) => reminders.getReminders(ctx, params)),
  route(endpoints.pauseReminders, (ctx, { params }) => reminders.pauseReminders(ctx, params)),
  route(endpoints.resumeReminders, (ctx, { params }) => reminders.resumeReminders(ctx, params)),
  route(endpoints.stopReminders, (ctx, { params }) => reminders.stopReminders(ctx, params)),
  route(endpoints.sendReminder, (ctx, { params }) => reminders.sendReminder(ctx, params)),
];
