import type { ParamsOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { getReport as endpoint } from '@ledgerline/contract/reports/endpoints';
import type { ReportName } from '@ledgerline/contract/rules/report-periods';
import type { AgentActor, Context } from '#platform/context.ts';
import { currentAccessScope } from '#platform/database/work.ts';
import { clientsReport } from './clients/clients-report.ts';
import { formsReport } from './forms/forms-report.ts';
import { moneyReport } from './money/money-report.ts';
import { policiesReport } from './policies/policies-report.ts';
import { type ReportScope, scopeOf } from './report-scope.ts';
import type { ReportContent } from './rules.ts';
import { teamReport } from './team/team-report.ts';

const REPORTS: Record<ReportName, (scope: ReportScope) => Promise<ReportContent>> = {
  money: moneyReport,
  forms: formsReport,
  clients: clientsReport,
  policies: policiesReport,
  team: teamReport,
};

/** A report of the clients that the caller can see: every statement reads only those. */
export async function getReport(
  ctx: Context<AgentActor>,
  name: ParamsOf<typeof endpoint>['name'],
  { period }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const scope = await scopeOf(ctx, period);
  const content = await REPORTS[name](scope);
  return {
    success: true,
    report: { ...scope.days, is_restricted: currentAccessScope() !== undefined, ...content },
  };
}
