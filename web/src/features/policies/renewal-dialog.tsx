import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { dateShort, parseMoneyCents } from '@ledgerline/contract/rules';
import { nextTerm, RENEWAL_STATUS_LABELS, RENEWAL_STATUSES } from '@ledgerline/contract/rules/policies';
import {
  Autocomplete,
  Checkbox,
  Group,
  Input,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { MoneyInput } from '../../components/ui/formatted-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { wrongFields } from '../../lib/api-error.ts';
import { usePolicyWrites } from './api.ts';
import { policyName } from './policy-display.ts';
import { termErrors, typedAmount } from './policy-values.ts';

interface RenewalDialogProps {
  policy: Policy;
  opened: boolean;
  onClose: () => void;
}

/** How far a renewal is; a renewed policy gets its next term. */
export function RenewalDialog({ opened, onClose, policy }: RenewalDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Renewal" size="md">
      <RenewalForm policy={policy} onDone={onClose} />
    </GuardedModal>
  );
}

interface RenewalValues {
  /** The version that the form was opened with. */
  seen_at: string;
  renewal_status: Policy['renewal_status'];
  lost_reason: string;
  adds_next: boolean;
  plan_name: string;
  effective_date: string | null;
  end_date: string | null;
  premium_cents: string;
  subsidy_cents: string;
}

function startOf(policy: Policy): RenewalValues {
  const term =
    policy.end_date === null ? { effective_date: null, end_date: null } : nextTerm(policy.end_date);
  return {
    seen_at: policy.updated_at,
    renewal_status: policy.renewal_status,
    lost_reason: policy.lost_reason,
    adds_next: policy.next_policy_id === null,
    plan_name: policy.plan_name,
    ...term,
    premium_cents: typedAmount(policy.premium_cents),
    subsidy_cents: typedAmount(policy.subsidy_cents),
  };
}

const addsNext = ({ renewal_status, adds_next }: RenewalValues): boolean =>
  renewal_status === 'renewed' && adds_next;

function errorsOf(values: RenewalValues) {
  if (values.renewal_status === 'lost')
    return { lost_reason: values.lost_reason.trim() === '' && 'Please enter why it was lost' };
  if (!addsNext(values)) return {};
  const errors = termErrors(values);
  const isMissing = values.effective_date === null && 'Please enter the first day of the next term';
  return { ...errors, effective_date: errors.effective_date || isMissing };
}

/** A colleague may have added the next term while the form was open. */
function bodyOf(values: RenewalValues, policy: Policy) {
  const { renewal_status, lost_reason, plan_name, effective_date, end_date } = values;
  const amounts = {
    premium_cents: parseMoneyCents(values.premium_cents),
    subsidy_cents: parseMoneyCents(values.subsidy_cents),
  };
  return {
    renewal_status,
    ...(renewal_status === 'lost' ? { lost_reason: lost_reason.trim() } : {}),
    ...(addsNext(values) && effective_date !== null && policy.next_policy_id === null
      ? { next: { plan_name: plan_name.trim(), effective_date, end_date, ...amounts } }
      : {}),
  };
}

const LOST_REASONS = [
  ...['Price', 'No response', 'Coverage through an employer', 'Moved away', 'Went to another agent'],
  ...['The carrier left the area', 'Deceased'],
];
const STATUSES = RENEWAL_STATUSES.map((value) => ({ value, label: RENEWAL_STATUS_LABELS[value] }));

export function RenewalForm({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const { renew } = usePolicyWrites();
  const [start] = useState(() => startOf(policy));
  const editing = useEditing<RenewalValues, Awaited<ReturnType<typeof renew.mutateAsync>>>({
    start,
    check: errorsOf,
    send: (values) =>
      renew.mutateAsync({ id: policy.id, body: { ...bodyOf(values, policy), seen_at: start.seen_at } }),
    successMessage: ({ next }) =>
      next ? 'The renewal was saved and the policy of the next term was added.' : 'The renewal was saved.',
    toFieldErrors: (error) =>
      Object.fromEntries(wrongFields(error).map(({ path, message }) => [path.replace('next.', ''), message])),
    onDone,
    logText: 'the renewal could not be saved',
  });
  const { form, change } = editing;
  const { getInputProps, values } = form;
  return (
    <DialogForm editing={editing} save="Save">
      <Text size="sm">
        {policyName(policy)}
        {policy.end_date === null ? ' has no end date.' : `, ends ${dateShort(policy.end_date)}`}
      </Text>
      <Input.Wrapper label="State of the renewal" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="State of the renewal"
          data={STATUSES}
          value={values.renewal_status}
          onChange={(value) =>
            change({
              renewal_status: RENEWAL_STATUSES.find((status) => status === value) ?? values.renewal_status,
            })
          }
        />
      </Input.Wrapper>
      {values.renewal_status === 'lost' && (
        <Autocomplete
          label="Reason"
          required
          maxLength={200}
          data={LOST_REASONS}
          {...getInputProps('lost_reason')}
        />
      )}
      {values.renewal_status === 'renewed' &&
        (policy.next_policy_id === null ? (
          <NextTerm values={values} getInputProps={getInputProps} />
        ) : (
          <Text size="sm" c="dimmed">
            The policy of the next term was already added.
          </Text>
        ))}
    </DialogForm>
  );
}

type NextTermProps = Pick<UseFormReturnType<RenewalValues>, 'values' | 'getInputProps'>;

function NextTerm({ values, getInputProps }: NextTermProps) {
  return (
    <Stack gap="sm">
      <Checkbox
        label="Add the policy of the next term"
        description="It copies the number, covered people and agent of record of this policy."
        {...getInputProps('adds_next', { type: 'checkbox' })}
      />
      {values.adds_next && (
        <>
          <Group grow align="flex-start" gap="sm">
            <DateInput label="Effective date" required {...getInputProps('effective_date')} />
            <DateInput label="End date" {...getInputProps('end_date')} />
          </Group>
          <TextInput label="Plan" maxLength={200} {...getInputProps('plan_name')} />
          <Group grow align="flex-start" gap="sm">
            <MoneyInput label="Monthly premium" {...getInputProps('premium_cents')} />
            <MoneyInput label="Monthly subsidy" {...getInputProps('subsidy_cents')} />
          </Group>
        </>
      )}
    </Stack>
  );
}
