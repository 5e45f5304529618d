import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as timeline from './read-timeline.ts';

export const timelineRoutes: Route[] = [
  route(listClientTimeline, (ctx, { params, query }) => timeline.listClientTimeline(ctx, params.id, query)),
];
