import type { getSignInPolicy, SignInPolicy } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import {
  DEFAULT_IDLE_MINUTES,
  MAX_IDLE_MINUTES,
  MIN_IDLE_MINUTES,
  TWO_FACTOR_RULES,
  type TwoFactorRule,
} from '@ledgerline/contract/rules';
import { Alert, NativeSelect, Radio, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { Loaded } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useSignInPolicy, useUpdateSignInPolicy } from './api.ts';

/** For owners: who must use two-factor authentication (decision 057). */
export function SignInPolicySettings({ onDone }: { onDone?: () => void }) {
  return (
    <Loaded
      query={useSignInPolicy()}
      failed="Couldn’t load the sign-in policy."
      loading={<Skeleton height={419} role="status" aria-label="Loading the sign-in policy" />}
      isInCard
    >
      {(stored) => <RulesForm stored={stored} onDone={onDone} />}
    </Loaded>
  );
}

const CHOICES: Record<TwoFactorRule, { label: string; description: string }> = {
  nobody: { label: 'No one', description: 'Two-factor authentication is optional for every agent.' },
  rights: {
    label: 'Privileged users',
    description: 'Owners, developers and agents with all-staff access.',
  },
  everybody: { label: 'Everyone', description: 'Every agent.' },
};

function isRule(value: string): value is TwoFactorRule {
  return TWO_FACTOR_RULES.some((rule) => rule === value);
}

interface RulesFormProps {
  stored: ReplyOf<typeof getSignInPolicy>['data'];
  onDone: (() => void) | undefined;
}

type Values = Required<SignInPolicy>;

/** Only what the owner changed: a form open for long must not undo other changes. */
const changedPolicy = (values: Values, before: Values): SignInPolicy => ({
  ...(values.second_factor === before.second_factor ? {} : { second_factor: values.second_factor }),
  ...(values.idle_minutes === before.idle_minutes ? {} : { idle_minutes: values.idle_minutes }),
  ...(values.can_remember_devices === before.can_remember_devices
    ? {}
    : { can_remember_devices: values.can_remember_devices }),
});

function RulesForm({ stored, onDone }: RulesFormProps) {
  const update = useUpdateSignInPolicy();
  const editing = useEditing<Values, unknown>({
    start: {
      second_factor: stored.second_factor,
      idle_minutes: stored.idle_minutes,
      can_remember_devices: stored.can_remember_devices,
    },
    send: (values, before) => update.mutateAsync(changedPolicy(values, before)),
    successMessage: 'Settings saved.',
    onDone: () => onDone?.(),
  });
  const { second_factor } = editing.form.values;
  const stopped = stored.without.filter(
    ({ has_rights }) => second_factor === 'everybody' || (second_factor === 'rights' && has_rights),
  );
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Radio.Group
        label="Who must use two-factor authentication"
        description="A code from an authenticator app, or a passkey."
        value={second_factor}
        onChange={(value) => isRule(value) && editing.change({ second_factor: value })}
      >
        <Stack gap="xs" mt="xs">
          {TWO_FACTOR_RULES.map((rule) => (
            <Radio key={rule} value={rule} {...CHOICES[rule]} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Allow agents to remember a device for 30 days"
        description="On that device, agents sign in without two-factor authentication. Turning this off forgets every remembered device immediately."
        checked={editing.form.values.can_remember_devices}
        onChange={({ currentTarget }) => editing.change({ can_remember_devices: currentTarget.checked })}
      />
      <NativeSelect
        label="Lock the screen after inactivity of"
        description="After signing back in, agents continue where they left off."
        data={idleChoices(stored.idle_minutes)}
        value={String(editing.form.values.idle_minutes)}
        onChange={({ currentTarget }) => editing.change({ idle_minutes: Number(currentTarget.value) })}
      />
      {stopped.length > 0 && (
        <Alert color="yellow" p="xs">
          <Text size="sm">{stoppedText(stopped.map(({ name }) => name))}</Text>
        </Alert>
      )}
    </DialogForm>
  );
}

const IDLE_CHOICES = [MIN_IDLE_MINUTES, 10, 15, DEFAULT_IDLE_MINUTES, 60, 120, 240, MAX_IDLE_MINUTES];

/** Selectable durations, including the stored one; "Never" comes last. */
function idleChoices(stored: number) {
  const minutes = [...new Set([...IDLE_CHOICES, ...(stored > 0 ? [stored] : [])])].sort((a, b) => a - b);
  const labelOf = (count: number) => {
    if (count % 60 > 0) return `${count} minutes`;
    return count === 60 ? '1 hour' : `${count / 60} hours`;
  };
  return [
    ...minutes.map((count) => ({ value: String(count), label: labelOf(count) })),
    { value: '0', label: 'Never' },
  ];
}

const NAMED = 5;

/** 'Ada Byron and 3 others have not set it up yet …' */
function stoppedText(names: readonly string[]): string {
  const others = names.length - NAMED;
  const shown =
    others > 0 ? [...names.slice(0, NAMED), `${others} ${others === 1 ? 'other' : 'others'}`] : names;
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(shown);
  return `${list} ${names.length === 1 ? 'has' : 'have'} not set it up yet and must do so before continuing.`;
}
