import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { Checkbox, Fieldset, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { usePublicSettings } from '../../lib/public-settings.ts';
import type { AgentAccess } from './agent-access.ts';
import { FLAGS } from './agent-flags.tsx';
import type { useAgentForm } from './use-agent-form.ts';

interface AgentFormProps {
  editing: ReturnType<typeof useAgentForm>;
  access: AgentAccess;
  withPassword: boolean;
}

/** The fields of an agent, shared by create and edit (1§2). */
export function AgentForm({ editing: { form, emailError }, access, withPassword }: AgentFormProps) {
  const email = form.getInputProps('email');
  const disabled = !access.canEdit;
  const { sso, is_email_connected } = usePublicSettings();
  const choosesPassword = withPassword && !sso?.only;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="First name"
          withAsterisk
          disabled={disabled}
          autoComplete="off"
          data-autofocus={withPassword || undefined}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label="Last name"
          withAsterisk
          disabled={disabled}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
      </SimpleGrid>
      <TextInput
        label="Email"
        inputMode="email"
        withAsterisk
        disabled={disabled}
        autoComplete="off"
        {...email}
        error={email.error ?? emailError}
      />
      <TextInput
        label="Username"
        withAsterisk
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      {choosesPassword && !form.values.invite && (
        <PasswordInput
          label="Password"
          withAsterisk
          autoComplete="new-password"
          description="At least 6 characters"
          {...form.getInputProps('password')}
        />
      )}
      {withPassword && sso?.only && (
        <Text size="sm" c="dimmed">
          The agent signs in with {sso.name}. The account there must use this email address.{' '}
          {is_email_connected
            ? 'We email the agent where to sign in.'
            : `${EMAIL_NOT_CONNECTED} Tell the agent where to sign in.`}
        </Text>
      )}
      {choosesPassword && (
        <Checkbox
          label="Send an invitation instead"
          description={
            is_email_connected
              ? 'We email a link that is valid for seven days. The agent chooses the password.'
              : `${EMAIL_NOT_CONNECTED} Enter a password and give it to the agent.`
          }
          disabled={!is_email_connected}
          {...form.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
      {access.canSeeFlags && <AccessLevels form={form} access={access} />}
    </Stack>
  );
}

function AccessLevels({ form, access }: Pick<AgentFormProps['editing'], 'form'> & { access: AgentAccess }) {
  return (
    <Fieldset legend="Access level" p="sm">
      <Stack gap="xs">
        {FLAGS.map(({ flag, label, meaning }) => (
          <Checkbox
            key={flag}
            label={label}
            description={meaning}
            disabled={!access.canSetFlag(flag)}
            {...form.getInputProps(flag, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
