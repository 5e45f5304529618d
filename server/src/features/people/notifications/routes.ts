import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as notifications from './read-notifications.ts';

export const notificationRoutes: Route[] = [
  route(endpoints.countNotifications, (ctx) => notifications.countNotifications(ctx)),
  route(endpoints.listNotifications, (ctx, { query }) => notifications.listNotifications(ctx, query)),
  route(endpoints.readNotification, (ctx, { params }) => notifications.readNotification(ctx, params.id)),
  route(endpoints.readNotifications, (ctx, { body }) => notifications.readNotifications(ctx, body)),
  route(endpoints.getNotificationChoices, (ctx) => notifications.getNotificationChoices(ctx)),
  route(endpoints.updateNotificationChoices, (ctx, { body }) =>
    notifications.updateNotificationChoices(ctx, body),
  ),
];
