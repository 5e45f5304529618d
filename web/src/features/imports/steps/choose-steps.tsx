import { mappedDateOrder } from '@ledgerline/contract/imports/date-order';
import type { Import } from '@ledgerline/contract/imports/endpoints';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCheckImport } from '../api.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DuplicatesStep } from './duplicates-step.tsx';
import type { ChoosingStep } from './import-steps.ts';
import type { Head } from './layout-picker.tsx';
import { mappingProblem, missingFor } from './mapping.ts';
import { useChoices } from './use-choices.ts';

const route = getRouteApi('/portal/crm/imports/$importId');

interface ChooseStepsProps {
  batch: Import;
  sample: string[][];
  head: Head;
  view: ChoosingStep;
}

/** Column mapping, duplicate handling, then the dry run. */
export function ChooseSteps({ batch, sample, head, view }: ChooseStepsProps) {
  const navigate = route.useNavigate();
  const { choices, setChoices, clearChoices } = useChoices(batch);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useCheckImport(batch.id);
  const show = (search: { step?: ChoosingStep }) => void navigate({ search });

  function showDuplicates() {
    const found = mappingProblem(choices.mapping, batch.kind);
    setProblem(found);
    if (found === null) show({ step: 'duplicates' });
  }

  const isOrderUnclear = mappedDateOrder(choices.mapping, batch.date_proofs) === 'unclear';

  function startCheck() {
    if (isOrderUnclear && choices.date_order === null) {
      setProblem('Choose the date format of this file.');
      return;
    }
    setProblem(null);
    const match = choices.match.filter((key) => missingFor(key, choices.mapping).length === 0);
    check.mutate(
      { ...choices, match, date_order: isOrderUnclear ? choices.date_order : null },
      {
        onSuccess: () => {
          clearChoices();
          show({});
        },
      },
    );
  }

  if (view === 'columns') {
    return (
      <ColumnsStep
        batch={batch}
        sample={sample}
        head={head}
        mapping={choices.mapping}
        problem={problem ?? batch.error}
        onChange={(mapping) => {
          setProblem(null);
          setChoices({ ...choices, mapping });
        }}
        onNext={showDuplicates}
      />
    );
  }
  return (
    <DuplicatesStep
      kind={batch.kind}
      choices={choices}
      onChange={(change) => {
        setProblem(null);
        setChoices({ ...choices, ...change });
      }}
      isOrderUnclear={isOrderUnclear}
      error={problem ?? check.error?.message ?? batch.error}
      isChecking={check.isPending}
      onBack={() => show({ step: 'columns' })}
      onNext={startCheck}
    />
  );
}
