import { POLICY_LINE_LABELS, POLICY_LINES, type PolicyLine } from '@ledgerline/contract/rules/policies';
import { Autocomplete, Button, Popover, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { lineNamed } from '../policy-values.ts';
import { count } from './plan-text.ts';

interface FillInMissingProps {
  carriers: readonly string[];
  /** The number of selected plans without a line or a carrier. */
  missing: number;
  onFill: (line: PolicyLine | null, carrier: string) => void;
}

export const LINE_OPTIONS = POLICY_LINES.map((value) => ({ value, label: POLICY_LINE_LABELS[value] }));

/** Sets the line and the carrier of all selected plans that have none. */
export function FillInMissing(props: FillInMissingProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Button variant="default" disabled={props.missing === 0} onClick={() => setOpened(!opened)}>
          Fill In Missing
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields {...props} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ carriers, missing, onFill, onDone }: FillInMissingProps & { onDone: () => void }) {
  const [line, setLine] = useState<PolicyLine | null>(null);
  const [carrier, setCarrier] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFill(line, carrier);
        onDone();
      }}
    >
      <Stack gap="sm">
        <Select
          label="Line"
          placeholder="Leave as it is"
          clearable
          data={LINE_OPTIONS}
          value={line}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setLine(value === null ? null : lineNamed(value))}
        />
        <Autocomplete
          label="Carrier"
          placeholder="Leave as it is"
          maxLength={120}
          data={[...carriers]}
          openOnFocus={false}
          value={carrier}
          comboboxProps={{ withinPortal: false }}
          onChange={setCarrier}
        />
        <Button type="submit" disabled={line === null && carrier.trim() === ''}>
          Fill In {count(missing, ['Plan', 'Plans'])}
        </Button>
      </Stack>
    </form>
  );
}
