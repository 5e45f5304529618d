import type { FormStep } from '@ledgerline/contract/submissions/filter-fields';
import { FORM_NAME, FURTHEST_STEP } from '#features/forms/submissions/service.ts';
import type { Database } from '#platform/database/database.ts';
import { inPeriod, type Period } from '../report-scope.ts';

export interface FormGroup {
  /** The agents' name of the form. */
  text: string;
  step: FormStep;
  form_link_id: string | null;
  /** The number of the form's own step, from 1 on; 0 unless the client has started and not submitted. */
  position: number;
  forms: number;
}

/**
 * The forms that were added in a period and not voided, by how far their clients have come. `offset 0` computes the step once for
 * each form instead of once for each use of it.
 */
export function groupForms(db: Database, { from, to, timeZone }: Period): Promise<FormGroup[]> {
  return db.query(
    `select text, step, case when step = 'started' then form_link_id end as form_link_id,
            case when step = 'started' then position else 0 end as position, count(*)::int as forms
       from (select ${FORM_NAME} as text, ${FURTHEST_STEP} as step, s.form_link_id, s.progress_step + 1 as position
               from session_forms s
              where ${inPeriod('s.created_at')} and s.category <> 'voided' offset 0) steps
      group by 1, 2, 3, 4`,
    [from, to, timeZone],
  );
}
