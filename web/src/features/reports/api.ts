import type { QueryInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/reports/endpoints';
import type { ReportName, ReportPeriod } from '@ledgerline/contract/rules/report-periods';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const ALL = ['reports'] as const;

/** The report is computed when the page opens, and does not change while someone reads it. */
export function useReport(name: ReportName, period: ReportPeriod) {
  return useQuery({
    queryKey: [...ALL, name, period],
    queryFn: async ({ signal }) =>
      (await api(endpoints.getReport, { params: { name }, query: { period }, signal })).report,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useReportRows(query: QueryInput<typeof endpoints.listReportRows>) {
  return useQuery({
    queryKey: [...ALL, 'rows', query],
    queryFn: ({ signal }) => api(endpoints.listReportRows, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
