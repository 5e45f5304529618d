import type { TaskRepeat } from '@ledgerline/contract/rules';
import { finishTask } from '../../server/src/features/records/tasks/finish-tasks.ts';
import { createTask } from '../../server/src/features/records/tasks/service.ts';
import { brokerageDay } from '../../server/src/platform/context.ts';
import { HOUR_MS, openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';

const DAY_MS = 24 * HOUR_MS;

/** A task, created `createdAgo` days before today and due `dueIn` days after it. */
interface Kind {
  title: string;
  createdAgo: number;
  dueIn: number;
  time?: string;
  repeat?: TaskRepeat;
  setsFollowUp?: boolean;
  isDone?: boolean;
  /** Whether it has no client. */
  isOffice?: boolean;
}

const KINDS: Kind[] = [
  { title: 'Call about the Medicare comparison', createdAgo: 2, dueIn: 0, time: '15:00', setsFollowUp: true },
  { title: 'Ask for the signed Scope of Appointment', createdAgo: 6, dueIn: -1 },
  { title: 'Send the welcome packet on paper', createdAgo: 1, dueIn: 1 },
  {
    title: 'Quarterly check-in',
    createdAgo: 20,
    dueIn: 4,
    time: '10:30',
    repeat: 'monthly',
    setsFollowUp: true,
  },
  { title: 'Confirm the new bank account', createdAgo: 9, dueIn: -3, time: '09:00' },
  { title: 'Renewal of the group plan', createdAgo: 30, dueIn: 12, repeat: 'yearly' },
  { title: 'Read the carriers’ newsletters', createdAgo: 15, dueIn: 0, repeat: 'weekly', isOffice: true },
  { title: 'Order brochures in Spanish', createdAgo: 4, dueIn: 3, isOffice: true },
  { title: 'Verify the income for the subsidy', createdAgo: 12, dueIn: -2, isDone: true },
  { title: 'Send a thank-you note for the referral', createdAgo: 8, dueIn: -5, isDone: true },
];

const ROUNDS = 3;
/** Assignees in rotation; null leaves the task unassigned. */
const OWNERS = [0, 1, 0, 2, 1, 0, null];

/** Creates realistic tasks: overdue, due today and later, recurring, unassigned, and completed. */
export async function fillTasks(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  const now = demo.ctx.deps.clock.now().getTime();
  const kinds = Array.from({ length: ROUNDS }, () => KINDS).flat();
  for (const [position, kind] of kinds.entries()) {
    const owner = OWNERS[position % OWNERS.length] ?? null;
    agentSession.at(kind.createdAgo * 24);
    const ctx = agentSession.as(owner ?? 0);
    const { id } = await createTask(ctx, {
      title: kind.title,
      // The first client, which users open first, has tasks in each state.
      client_id: kind.isOffice ? null : (demo.clientIds[position % 3 === 0 ? 0 : position] ?? null),
      owner_agent_id: owner === null ? null : (demo.agentIds[owner] ?? null),
      due_day: brokerageDay(ctx.deps, new Date(now + kind.dueIn * DAY_MS)),
      due_time: kind.time ?? null,
      repeat: kind.repeat ?? null,
      sets_follow_up: kind.setsFollowUp ?? false,
    });
    agentSession.later(30);
    if (kind.isDone) await finishTask(ctx, id);
  }
  return `${kinds.length} tasks`;
}
