import type { Import } from '@ledgerline/contract/imports/endpoints';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCheckImport } from '../api.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DuplicatesStep } from './duplicates-step.tsx';
import type { ChoosingStep } from './import-steps.ts';
import { mappingProblem, missingFor } from './mapping.ts';
import { useChoices } from './use-choices.ts';

const route = getRouteApi('/portal/crm/imports/$importId');

interface ChooseStepsProps {
  made: Import;
  sample: string[][];
  view: ChoosingStep;
}

/** Columns, then duplicates, then the dry run that follows from both. */
export function ChooseSteps({ made, sample, view }: ChooseStepsProps) {
  const navigate = route.useNavigate();
  const { choices, setChoices, forgetChoices } = useChoices(made);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useCheckImport(made.id);
  const show = (search: { step?: ChoosingStep }) => void navigate({ search });

  function goOn() {
    const found = mappingProblem(choices.mapping);
    setProblem(found);
    if (found === null) show({ step: 'duplicates' });
  }

  function startCheck() {
    const match = choices.match.filter((key) => missingFor(key, choices.mapping).length === 0);
    check.mutate(
      { ...choices, match },
      {
        onSuccess: () => {
          forgetChoices();
          show({});
        },
      },
    );
  }

  if (view === 'columns') {
    return (
      <ColumnsStep
        made={made}
        sample={sample}
        mapping={choices.mapping}
        problem={problem ?? made.error}
        onChange={(mapping) => {
          setProblem(null);
          setChoices({ ...choices, mapping });
        }}
        onNext={goOn}
      />
    );
  }
  return (
    <DuplicatesStep
      choices={choices}
      onChange={(change) => setChoices({ ...choices, ...change })}
      error={check.error?.message ?? made.error}
      isChecking={check.isPending}
      onBack={() => show({ step: 'columns' })}
      onNext={startCheck}
    />
  );
}
