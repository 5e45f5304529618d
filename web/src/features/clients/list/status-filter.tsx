import type { StatusCounts } from '@ledgerline/contract/clients/schemas';
import type { StatusFilter as Status } from '@ledgerline/contract/clients/statuses';
import { CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';
import { statusFilters } from '../../../domain/clients/client-status.ts';

const CHOICES = statusFilters('All');

interface StatusFilterProps {
  value: Status;
  counts: StatusCounts | undefined;
  onChange: (status: Status) => void;
}

/** One button per status, with its client count. */
export function StatusFilter({ value, counts, onChange }: StatusFilterProps) {
  return (
    <CountedChoices label="Status">
      {CHOICES.map(({ value: status, label }) => (
        <CountedChoice
          key={status}
          label={label}
          count={counts?.[status]}
          isChosen={status === value}
          onChoose={() => onChange(status)}
        />
      ))}
    </CountedChoices>
  );
}
