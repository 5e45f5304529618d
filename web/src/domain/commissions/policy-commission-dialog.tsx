import type { PolicyCommission } from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Radio, Stack, Text } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { RateFields, type RateValues, rateErrors, rateOfValues, valuesOfRate } from './rate-fields.tsx';
import { rateText, useClientCommissions, useSetPolicyCommission } from './use-client-commissions.ts';

interface PolicyCommissionDialogProps extends Openable {
  policy: { id: number; client_id: number };
  name: string;
}

/** The expected commission of a policy, and an owner's rate for this policy alone. */
export function PolicyCommissionDialog({ policy, name, opened, onClose }: PolicyCommissionDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Commission" size="md">
      <Loaded
        query={useClientCommissions(policy.client_id)}
        failed="The commission could not be loaded."
        loading={<LoadingRows rows={3} label="Loading the commission" />}
      >
        {(commissions) => (
          <CommissionForm
            policyId={policy.id}
            name={name}
            commission={commissions.get(policy.id)}
            onDone={onClose}
          />
        )}
      </Loaded>
    </GuardedModal>
  );
}

interface CommissionFormProps {
  policyId: number;
  name: string;
  commission: PolicyCommission | undefined;
  onDone: () => void;
}

interface Values extends RateValues {
  is_own: boolean;
}

function CommissionForm({ policyId, name, commission, onDone }: CommissionFormProps) {
  const save = useSetPolicyCommission(policyId);
  const rate = commission?.rate ?? null;
  const editing = useEditing<Values, unknown>({
    start: { is_own: rate?.is_own ?? false, ...valuesOfRate(rate) },
    check: (values) => (values.is_own ? rateErrors(values) : {}),
    send: (values) => save.mutateAsync(values.is_own ? rateOfValues(values) : null),
    successMessage: `The commission of “${name}” was saved.`,
    toFieldErrors: () => ({}),
    onDone,
    logText: 'the commission could not be saved',
  });
  const { form, change } = editing;
  return (
    <DialogForm editing={editing} save="Save">
      <Text size="sm">{expectedText(name, commission)}</Text>
      <Radio.Group
        label="Rate"
        value={form.values.is_own ? 'own' : 'carrier'}
        onChange={(value) => change({ is_own: value === 'own' })}
      >
        <Stack gap={6} mt={6}>
          <Radio
            value="carrier"
            label="Rate of the carrier and line"
            description={rate && !rate.is_own ? rateText(rate) : undefined}
          />
          <Radio value="own" label="A rate for this policy only, in every month" />
        </Stack>
      </Radio.Group>
      {form.values.is_own && <RateFields values={form.values} error={form.errors.amount} onChange={change} />}
    </DialogForm>
  );
}

function expectedText(name: string, commission: PolicyCommission | undefined): string {
  const { expected_cents = null, rate = null } = commission ?? {};
  if (expected_cents !== null) return `${name}: ${moneyDisplay(expected_cents)} expected this month.`;
  return rate
    ? `${name}: enter the premium to see the expected commission.`
    : `${name}: there is no rate for this carrier and line yet.`;
}
