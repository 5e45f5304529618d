import type { ReportFigure } from '@ledgerline/contract/reports/endpoints';
import { countTodayByOwner } from '#features/activity/today/read-today.ts';
import type { ReportScope } from '../report-scope.ts';
import { figure, inDays, ofAgent, type ReportContent, rowsOf, where } from '../rules.ts';
import {
  type AgentCount,
  countAddedForms,
  countDoneTasks,
  countOpenForms,
  countOpenTasks,
} from './queries.ts';

const OPEN_FORMS = where('category', 'is_any', 'alert', 'new', 'in_progress');

interface TeamColumn {
  label: string;
  isCharted?: boolean;
  counts: readonly AgentCount[];
  /** Added to the count of every agent. */
  shared?: number;
  figureOf: (count: number, agentId: number | null) => ReportFigure;
}

/** The open work of each agent, and what was done in the period. */
export async function teamReport(scope: ReportScope): Promise<ReportContent> {
  const columns = await columnsOf(scope);
  const people = [...scope.agents, { id: null, label: 'Unassigned' }];
  const countOf = ({ counts }: TeamColumn, id: number | null) =>
    counts.find(({ agent_id }) => agent_id === id)?.count ?? 0;
  return {
    highlights: [],
    tables: [
      {
        ...{ name: 'team', title: 'Work by agent', heading: 'Agent', chart: 'bars', total: null },
        note: 'Open tasks, items on Today and open forms are as of today. A completed task counts for the agent who completed it, and a form for the client’s owner. Today includes open enrollment periods, which count for every agent.',
        columns: columns.map(({ label, isCharted = false }) => ({
          label,
          unit: 'count',
          is_charted: isCharted,
        })),
        rows: people
          .filter(({ id }) => columns.some((column) => countOf(column, id) > 0))
          .map(({ id, label }) => ({
            label,
            cells: columns.map((column) => column.figureOf(countOf(column, id) + (column.shared ?? 0), id)),
          })),
      },
    ],
  };
}

async function columnsOf({ ctx, db, days, timeZone }: ReportScope): Promise<TeamColumn[]> {
  const period = { ...days, timeZone };
  const [openTasks, doneTasks, today, openForms, added] = await Promise.all([
    countOpenTasks(db),
    countDoneTasks(db, period),
    countTodayByOwner(ctx),
    countOpenForms(db),
    countAddedForms(db, period),
  ]);
  const inPeriod = inDays('created_at', days);
  const ofOwner = (id: number | null) => ofAgent('owner_agent_id', id);
  return [
    {
      ...{ label: 'Open tasks', isCharted: true, counts: openTasks },
      figureOf: (count, id) => figure(count, rowsOf('tasks', where('state', 'is_any', 'open'), ofOwner(id))),
    },
    {
      ...{ label: 'Tasks done', isCharted: true, counts: doneTasks },
      figureOf: (count, id) =>
        figure(count, rowsOf('tasks', inDays('done_at', days), ofAgent('done_by', id))),
    },
    {
      label: 'Today',
      counts: today.owners.map(({ agent_id, items }) => ({ agent_id, count: items })),
      shared: today.shared,
      figureOf: (count, id) => figure(count, { ...rowsOf('today'), owner: id ?? 'nobody' }),
    },
    {
      ...{ label: 'Open forms', isCharted: true, counts: openForms },
      figureOf: (count, id) => figure(count, rowsOf('submissions', OPEN_FORMS, ofOwner(id))),
    },
    {
      ...{ label: 'Forms added', counts: added },
      figureOf: (count, id) => figure(count, rowsOf('submissions', inPeriod, ofOwner(id))),
    },
    {
      label: 'Added and complete',
      counts: added.map(({ agent_id, complete }) => ({ agent_id, count: complete })),
      figureOf: (count, id) =>
        figure(count, rowsOf('submissions', inPeriod, where('category', 'is_any', 'complete'), ofOwner(id))),
    },
  ];
}
