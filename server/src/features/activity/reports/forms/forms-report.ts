import { FORM_STEPS, type FormStep } from '@ledgerline/contract/submissions/filter-fields';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { ReportScope } from '../report-scope.ts';
import {
  figure,
  type GroupColumn,
  inDays,
  MAX_TEXT_ROWS,
  type ReportContent,
  rowsOf,
  sumBy,
  type TableRow,
  tableOf,
  textRows,
  where,
} from '../rules.ts';
import { type FormGroup, groupForms } from './queries.ts';

const formsOf = sumBy<FormGroup>(({ forms }) => forms);

/** Those at a step or at a later one. */
const stepsFrom = (step: FormStep): readonly FormStep[] => FORM_STEPS.slice(FORM_STEPS.indexOf(step));
const reached = (step: FormStep, groups: readonly FormGroup[]): number =>
  formsOf(groups.filter((group) => stepsFrom(step).includes(group.step)));
const hasReached = (step: FormStep) => where('furthest_step', 'is_any', ...stepsFrom(step));

const STEPS = [
  { step: 'sent', label: 'Sent' },
  { step: 'opened', label: 'Opened' },
  { step: 'started', label: 'Started' },
  { step: 'submitted', label: 'Submitted' },
  { step: 'signed', label: 'Signed' },
] as const;

const STEP_COLUMNS = STEPS.map(
  ({ step, label }, at): GroupColumn<FormGroup> => ({
    ...{ label, unit: 'count', list: 'submissions' },
    look: { isCharted: true, ...(at > 0 ? { shareOf: 0 } : {}) },
    value: (groups) => reached(step, groups),
    conditions: [hasReached(step)],
  }),
);

/** How far clients came with the forms that were added in the period, and where they stopped. */
export async function formsReport({ db, days, timeZone }: ReportScope): Promise<ReportContent> {
  const forms = await groupForms(db, { ...days, timeZone });
  const shared = [inDays('created_at', days), where('category', 'is_none', 'voided')];
  return {
    highlights: STEPS.filter(({ step }) => step !== 'opened' && step !== 'started').map(
      ({ step, label }) => ({
        label,
        unit: 'count',
        figure: figure(reached(step, forms), rowsOf('submissions', ...shared, hasReached(step))),
      }),
    ),
    tables: [
      tableOf({
        name: 'steps',
        title: 'From sent to signed',
        note: 'Forms added in the period and not voided. Each step includes forms that went further. A form in a session counts as sent or opened when the session’s page was sent or opened.',
        ...{ heading: 'Form', chart: 'bars', columns: STEP_COLUMNS },
        rows: textRows(forms, ({ forms: count }) => count, { field: 'form', empty: 'No name', shared }),
        most: MAX_TEXT_ROWS,
        totalOf: shared,
      }),
      tableOf<FormGroup>({
        name: 'stops',
        title: 'Where clients stop',
        note: 'The current step of forms that were started but not submitted.',
        heading: 'Form and step',
        columns: [
          { label: 'Forms', unit: 'count', list: 'submissions', value: formsOf, look: { isCharted: true } },
        ],
        rows: stopRows(forms, shared),
        most: MAX_TEXT_ROWS,
        totalOf: [...shared, where('furthest_step', 'is_any', 'started')],
      }),
    ],
  };
}

function stopRows(
  forms: readonly FormGroup[],
  shared: TableRow<FormGroup>['conditions'],
): TableRow<FormGroup>[] {
  const started = forms.filter(({ step }) => step === 'started');
  return textRows(started, ({ forms: count }) => count, { field: 'form', empty: 'No name', shared }).flatMap(
    ({ label, groups, conditions }) =>
      [...Map.groupBy(groups, ({ position }) => position)]
        .sort(([one], [other]) => one - other)
        .map(([position, same]) => ({
          label: `${label}: ${stepTitle(same[0], position)}`,
          groups: same,
          conditions: [
            ...conditions,
            where('furthest_step', 'is_any', 'started'),
            where('step_reached', 'is', String(position)),
          ],
        })),
  );
}

function stepTitle(group: FormGroup | undefined, position: number): string {
  const title = findWebForm(group?.form_link_id)?.steps[position - 1]?.title.en;
  return title ? `step ${position}, ${title}` : `step ${position}`;
}
