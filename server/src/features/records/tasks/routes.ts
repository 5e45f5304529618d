import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { listTasks } from './find-tasks.ts';
import { finishTask, reopenTask } from './finish-tasks.ts';
import * as tasks from './service.ts';

export const taskRoutes: Route[] = [
  route(endpoints.listTasks, (ctx, { query }) => listTasks(ctx, query)),
  route(endpoints.createTask, (ctx, { body }) => tasks.createTask(ctx, body)),
  route(endpoints.updateTask, (ctx, { params, body }) => tasks.updateTask(ctx, params.id, body)),
  route(endpoints.finishTask, (ctx, { params }) => finishTask(ctx, params.id)),
  route(endpoints.reopenTask, (ctx, { params, query }) => reopenTask(ctx, params.id, query)),
  route(endpoints.deleteTask, (ctx, { params }) => tasks.deleteTask(ctx, params.id)),
  route(endpoints.undoCreateTask, (ctx, { params, body }) => tasks.undoCreateTask(ctx, params.id, body)),
];
