import type { StatusFilter as Status, StatusCounts } from '@ledgerline/contract/clients/schemas';
import { CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';

const CHOICES: readonly { status: Status; label: string }[] = [
  { status: 'all', label: 'All' },
  { status: 'new', label: 'New' },
  { status: 'client', label: 'Client' },
  { status: 'lead', label: 'Lead' },
  { status: 'inactive', label: 'Inactive' },
];

interface StatusFilterProps {
  value: Status;
  counts: StatusCounts | undefined;
  onChange: (status: Status) => void;
}

/** One button per status with the number of clients in it. */
export function StatusFilter({ value, counts, onChange }: StatusFilterProps) {
  return (
    <CountedChoices label="Status">
      {CHOICES.map(({ status, label }) => (
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
