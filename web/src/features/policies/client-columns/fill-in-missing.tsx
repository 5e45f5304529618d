import { countText } from '@ledgerline/contract/rules';
import { POLICY_LINE_LABELS, POLICY_LINES, type PolicyLine } from '@ledgerline/contract/rules/policies';
import { Autocomplete, Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormPopover } from '../../../components/ui/form-popover.tsx';
import { lineNamed } from '../policy-values.ts';
import { type DecidedPlan, missingOf } from './decided-plans.ts';

interface FillInMissingProps {
  carriers: readonly string[];
  /** The selected plans of the list that lack a line or a carrier. */
  plans: readonly DecidedPlan[];
  onFill: (plans: readonly DecidedPlan[], filled: { line: PolicyLine | null; carrier: string }) => void;
}

export const LINE_OPTIONS = POLICY_LINES.map((value) => ({ value, label: POLICY_LINE_LABELS[value] }));

/** Sets the line and the carrier of all selected plans of the list that have none. */
export function FillInMissing(props: FillInMissingProps) {
  const [isOpen, setOpen] = useState(false);
  // A disabled button would lose the focus after the last plan was filled in.
  const state =
    props.plans.length > 0
      ? { onClick: () => setOpen(!isOpen) }
      : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': NOTHING_MISSING };
  return (
    <FormPopover
      name="Fill In Missing"
      isOpen={isOpen}
      onChange={setOpen}
      target={
        <Button variant="default" {...state}>
          Fill In Missing
        </Button>
      }
    >
      <Fields {...props} onDone={() => setOpen(false)} />
    </FormPopover>
  );
}

const NOTHING_MISSING = 'No selected plan in this list lacks a line or a carrier';

function Fields({ carriers, plans, onFill, onDone }: FillInMissingProps & { onDone: () => void }) {
  const [line, setLine] = useState<PolicyLine | null>(null);
  const [carrier, setCarrier] = useState('');
  const changed = plans.filter((plan) => missingOf(plan, { line, carrier }) !== null).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFill(plans, { line, carrier });
        onDone();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">For the selected plans in this list that have no line or no carrier.</Text>
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
        <Button type="submit" disabled={changed === 0}>
          Fill In {countText(changed, 'Plan')}
        </Button>
      </Stack>
    </form>
  );
}
