import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { agentLabel, dateShort, isCalendarDate } from '@ledgerline/contract/rules';
import {
  POLICY_LINE_LABELS,
  POLICY_LINES,
  POLICY_STATUS_LABELS,
  POLICY_STATUSES,
  usualEndDate,
} from '@ledgerline/contract/rules/policies';
import { Autocomplete, Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DateInput } from '../../components/ui/date-input.tsx';
import { MoneyInput } from '../../components/ui/formatted-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { SearchSelect } from '../../components/ui/search-select.tsx';
import { useAgentNames } from '../../domain/agents/agent-names.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { usePolicyWrites } from './api.ts';
import { CoveredPeople, type PeopleNames, type Relative } from './covered-people.tsx';
import { policyName } from './policy-display.ts';
import { type DocumentDialogs, PolicyDocuments, UPLOAD_HINT } from './policy-documents.tsx';
import {
  lineNamed,
  NEW_POLICY,
  type PolicyValues,
  policyBody,
  policyErrors,
  statusNamed,
  valuesOfPolicy,
} from './policy-values.ts';
import { SameNumber, useSameNumber } from './same-number.tsx';

interface PolicyDialogProps {
  clientId: number;
  /** The policy to edit; without it a new one is added. */
  policy?: Policy | undefined;
  people: PeopleNames;
  /** Clients who are linked to the client. */
  relatives: readonly Relative[];
  /** The client's documents. */
  documents: Policy['documents'];
  renderUpload: DocumentDialogs['renderUpload'];
  /** Carriers of the client's other policies. */
  carriers: readonly string[];
  opened: boolean;
  onClose: () => void;
}

/** Adds or edits a policy of a client. */
export function PolicyDialog({ opened, onClose, ...form }: PolicyDialogProps) {
  return (
    <GuardedModal
      opened={opened}
      onClose={onClose}
      title={form.policy ? 'Edit Policy' : 'Add Policy'}
      size="lg"
    >
      <PolicyForm {...form} onDone={onClose} />
    </GuardedModal>
  );
}

function usePolicyForm({ clientId, policy, onDone }: PolicyFormProps) {
  const { create, update } = usePolicyWrites();
  const [start] = useState<PolicyValues>(() => (policy ? valuesOfPolicy(policy) : NEW_POLICY));
  const sameNumber = useSameNumber(policy);
  const editing = useEditing<PolicyValues, unknown>({
    start,
    check: policyErrors,
    mayBeSent: sameNumber.mayBeSaved,
    send: (values) =>
      policy
        ? update.mutateAsync({
            id: policy.id,
            body: { ...policyBody(values), seen_at: policy.updated_at },
          })
        : create.mutateAsync({ clientId, body: policyBody(values) }),
    successMessage: (_, values) => `Policy “${policyName(values)}” was saved.`,
    onDone,
    logText: 'the policy could not be saved',
  });
  return { ...editing, sameNumber: sameNumber.of(editing.form.values) };
}

type PolicyFormProps = Omit<PolicyDialogProps, 'opened' | 'onClose'> & { onDone: () => void };

const PLAN_TYPES = [
  'Bronze',
  'Silver',
  'Gold',
  'Platinum',
  'Catastrophic',
  'HMO',
  'PPO',
  'EPO',
  'PFFS',
  'SNP',
];
const options = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

function PolicyForm(props: PolicyFormProps) {
  const editing = usePolicyForm(props);
  const { form, change, sameNumber } = editing;
  const { getInputProps, values } = form;
  const [isUploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<Policy['documents']>([]);
  function attach(document: Policy['documents'][number]) {
    setUploaded((list) => [...list, document]);
    change({ document_ids: [...form.getValues().document_ids, document.id] });
  }
  return (
    <>
      <DialogForm editing={editing} save={sameNumber.length > 0 ? 'Save Anyway' : 'Save'}>
        <Group grow align="flex-start" gap="sm">
          <Select
            label="Line"
            allowDeselect={false}
            data={options(POLICY_LINES, POLICY_LINE_LABELS)}
            {...getInputProps('line')}
            onChange={(value) => change({ line: lineNamed(value) })}
          />
          <Select
            label="Status"
            allowDeselect={false}
            data={options(POLICY_STATUSES, POLICY_STATUS_LABELS)}
            {...getInputProps('status')}
            onChange={(value) => change({ status: statusNamed(value) })}
          />
        </Group>
        <Group grow align="flex-start" gap="sm">
          <Autocomplete
            label="Carrier"
            required
            maxLength={120}
            data-autofocus
            data={[...new Set(props.carriers)]}
            {...getInputProps('carrier')}
          />
          <Autocomplete
            label="Metal or plan type"
            maxLength={60}
            data={PLAN_TYPES}
            {...getInputProps('plan_type')}
          />
        </Group>
        <TextInput label="Plan" maxLength={200} autoComplete="off" {...getInputProps('plan_name')} />
        <NumberInput
          masked={props.policy?.policy_number ?? ''}
          value={values.policy_number}
          error={form.errors.policy_number}
          onChange={(policy_number) => change({ policy_number })}
        />
        <Dates values={values} getInputProps={getInputProps} onChange={change} />
        <Group grow align="flex-start" gap="sm">
          <MoneyInput label="Monthly premium" {...getInputProps('premium_cents')} />
          <MoneyInput label="Monthly subsidy" {...getInputProps('subsidy_cents')} />
        </Group>
        <AgentOfRecord {...getInputProps('agent_of_record_id')} />
        <CoveredPeople
          people={props.people}
          relatives={[...props.relatives, ...(props.policy?.covered_clients ?? [])]}
          values={values}
          error={form.errors.covered_client_ids ?? form.errors.covered}
          onChange={change}
        />
        <PolicyDocuments
          documents={[...(props.policy?.documents ?? []), ...uploaded, ...props.documents]}
          value={values.document_ids}
          hasUploaded={uploaded.some(({ id }) => values.document_ids.includes(id))}
          error={form.errors.document_ids}
          onChange={(document_ids) => change({ document_ids })}
          onUpload={() => setUploading(true)}
        />
        <Textarea label="Notes" maxLength={2000} rows={3} {...getInputProps('notes')} />
        {sameNumber.length > 0 && <SameNumber policies={sameNumber} />}
      </DialogForm>
      {/* Not within the form, which would be submitted with the upload. */}
      {props.renderUpload({
        opened: isUploading,
        hint: UPLOAD_HINT,
        onUploaded: attach,
        onClose: () => setUploading(false),
      })}
    </>
  );
}

interface NumberInputProps {
  masked: string;
  /** null: the stored number stays. */
  value: string | null;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** A mask cannot be edited: “Change” replaces the whole number. */
function NumberInput({ masked, value, error, onChange }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  function startChange() {
    flushSync(() => onChange(''));
    input.current?.focus();
  }
  return (
    <TextInput
      ref={input}
      label="Policy or member number"
      description={value === '' && masked !== '' ? 'The number will be removed when you save.' : undefined}
      maxLength={60}
      autoComplete="off"
      error={error}
      readOnly={value === null}
      value={value ?? masked}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={value === null ? 84 : undefined}
      rightSection={
        value === null && (
          <Button variant="subtle" size="compact-sm" onClick={startChange}>
            Change
          </Button>
        )
      }
    />
  );
}

interface DatesProps {
  values: PolicyValues;
  getInputProps: ReturnType<typeof usePolicyForm>['form']['getInputProps'];
  onChange: (changes: Partial<PolicyValues>) => void;
}

function Dates({ values, getInputProps, onChange }: DatesProps) {
  const { line, effective_date, end_date } = values;
  const usual =
    effective_date !== null && isCalendarDate(effective_date) ? usualEndDate({ line, effective_date }) : null;
  return (
    <Group grow align="flex-start" gap="sm">
      <DateInput label="Effective date" {...getInputProps('effective_date')} />
      <div>
        <DateInput label="End or renewal date" {...getInputProps('end_date')} />
        {usual !== null && end_date === null && (
          <Button variant="subtle" size="compact-xs" mt={4} onClick={() => onChange({ end_date: usual })}>
            Use {dateShort(usual)}
          </Button>
        )}
      </div>
    </Group>
  );
}

function AgentOfRecord(input: { value?: string; error?: unknown; onChange: (value: string) => void }) {
  const { data: agents = [] } = useAgentNames();
  return (
    <SearchSelect
      label="Agent of record"
      placeholder="None"
      clearable
      nothingFoundMessage="No matching agents"
      data={agents.map((agent) => ({ value: String(agent.id), label: agentLabel(agent, agents) }))}
      value={input.value || null}
      error={typeof input.error === 'string' ? input.error : undefined}
      onChange={(value) => input.onChange(value ?? '')}
    />
  );
}
