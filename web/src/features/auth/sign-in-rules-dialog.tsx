import type { getSignInRules, SignInRules } from '@ledgerline/contract/auth/second-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { FACTOR_RULES, type FactorRule } from '@ledgerline/contract/rules';
import { Alert, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useSignInRules, useUpdateSignInRules } from './api.ts';

/** For owners: who has to have a second step at sign-in (decision 057). */
export function SignInRulesDialog({ onClose }: { onClose: () => void }) {
  const query = useSignInRules();
  return (
    <GuardedModal opened onClose={onClose} title="Sign-in rules" size="md">
      <Loaded
        query={query}
        failed="The rules of sign-in could not be loaded."
        loading={<Skeleton height={180} role="status" aria-label="Loading the rules" />}
        isInCard
      >
        {(stored) => <RulesForm stored={stored} onClose={onClose} />}
      </Loaded>
    </GuardedModal>
  );
}

const CHOICES: Record<FactorRule, { label: string; description: string }> = {
  nobody: { label: 'Nobody', description: 'Agents may set up a second step; none has to.' },
  rights: {
    label: 'Agents with rights',
    description: 'Owners, developers, and whoever has all-staff access.',
  },
  everybody: { label: 'Everybody', description: 'Every agent.' },
};

function isRule(value: string): value is FactorRule {
  return FACTOR_RULES.some((rule) => rule === value);
}

interface RulesFormProps {
  stored: ReplyOf<typeof getSignInRules>['data'];
  onClose: () => void;
}

function RulesForm({ stored, onClose }: RulesFormProps) {
  const update = useUpdateSignInRules();
  const editing = useEditing<SignInRules, unknown>({
    start: { second_factor: stored.second_factor },
    send: (values) => update.mutateAsync(values),
    told: 'Settings saved.',
    onDone: onClose,
  });
  const { second_factor } = editing.form.values;
  const stopped = stored.without.filter(
    ({ has_rights }) => second_factor === 'everybody' || (second_factor === 'rights' && has_rights),
  );
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Radio.Group
        label="Who needs a second step at sign-in"
        description="A code of an authenticator app, or a passkey."
        value={second_factor}
        onChange={(value) => isRule(value) && editing.change({ second_factor: value })}
      >
        <Stack gap="xs" mt="xs">
          {FACTOR_RULES.map((rule) => (
            <Radio key={rule} value={rule} {...CHOICES[rule]} />
          ))}
        </Stack>
      </Radio.Group>
      {stopped.length > 0 && (
        <Alert color="yellow" p="xs">
          <Text size="sm">{stoppedText(stopped.map(({ name }) => name))}</Text>
        </Alert>
      )}
    </DialogForm>
  );
}

const NAMED = 5;

/** 'Ada Byron and 3 others have none yet: …' */
function stoppedText(names: readonly string[]): string {
  const others = names.length - NAMED;
  const shown =
    others > 0 ? [...names.slice(0, NAMED), `${others} ${others === 1 ? 'other' : 'others'}`] : names;
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(shown);
  return `${list} ${names.length === 1 ? 'has' : 'have'} none yet, and will first have to set one up.`;
}
