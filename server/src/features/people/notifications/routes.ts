import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as notices from './read-notifications.ts';

export const noticeRoutes: Route[] = [
  route(endpoints.countNotices, (ctx) => notices.countNotices(ctx)),
  route(endpoints.listNotices, (ctx, { query }) => notices.listNotices(ctx, query)),
  route(endpoints.readNotice, (ctx, { params }) => notices.readNotice(ctx, params.id)),
  route(endpoints.readNotices, (ctx, { body }) => notices.readNotices(ctx, body)),
  route(endpoints.getNoticeChoices, (ctx) => notices.getNoticeChoices(ctx)),
  route(endpoints.updateNoticeChoices, (ctx, { body }) => notices.updateNoticeChoices(ctx, body)),
];
