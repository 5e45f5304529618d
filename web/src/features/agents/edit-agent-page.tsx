import {
  AGENT_OUTRANKS,
  type Agent,
  CURRENT_PASSWORD_MISSING,
  PASSWORD_TOO_SHORT,
} from '@ledgerline/contract/agents/endpoints';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { IconLock, IconShieldSearch, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { LeaveGuard } from '../../components/ui/leave-guard.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { errorMessageOf } from '../../lib/api-error.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { isOwner, signedInAgent, storeProfile } from '../../lib/sign-in.ts';
import { agentAccess } from './agent-access.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentFormFrame } from './agent-form-frame.tsx';
import { useAgent, useChangeAgentPassword, useUpdateAgent } from './api.ts';
import { DeleteAgentDialog } from './delete-agent-dialog.tsx';
import styles from './edit-agent-page.module.css';
import { EmailNote } from './email/email-note.tsx';
import { InvitationNote } from './invitation/invitation-note.tsx';
import { useAgentForm, valuesOf } from './use-agent-form.ts';

/** `beside`: further cards about the agent, in a second column on wide screens. */
export function EditAgentPage({ beside }: { beside?: ReactNode }) {
  const { agentId } = useParams({ from: '/portal/crm/agents/$agentId' });
  const query = useAgent(Number(agentId));
  const { canSeeFlags } = agentAccess(signedInAgent(), null);
  return (
    <>
      <PageHeader
        title="Edit Agent"
        {...(canSeeFlags ? { back: { href: '/crm/agents', label: 'Back to Agents' } } : {})}
      />
      <div className={styles.columns}>
        <div>
          <Loaded
            query={query}
            failed="Failed to load admin details"
            loading={<LoadingRows rows={6} height={105} label="Loading agent…" />}
          >
            {(agent) => <AgentEditor key={agent.id} agent={agent} />}
          </Loaded>
        </div>
        <Stack gap="sm" maw={560}>
          {beside}
        </Stack>
      </div>
    </>
  );
}

function AgentEditor({ agent }: { agent: Agent }) {
  const [dialog, setDialog] = useState<'password' | 'delete' | null>(null);
  const access = agentAccess(signedInAgent(), agent);
  const update = useUpdateAgent(agent.id);
  const editing = useAgentForm(agent, {
    async send({ password: _, invite: __, ...values }) {
      const { first_name, last_name, email, username } = values;
      const reply = await update.mutateAsync(
        access.canSeeFlags ? values : { first_name, last_name, email, username },
      );
      if (reply.data.id === signedInAgent()?.id) storeProfile(reply.data);
      return reply;
    },
    successMessage: ({ message }) => message ?? 'Agent saved.',
    onDone: (saved) => {
      editing.form.setInitialValues(valuesOf(saved));
      editing.form.setValues(valuesOf(saved));
    },
  });
  useEmailInUse(agent, editing);
  return (
    <>
      <LeaveGuard isDirty={editing.isDirty} />
      <AgentFormFrame
        editing={editing}
        canSave={access.canEdit}
        saveLabel="Save"
        extra={<EditActions agent={agent} access={access} onOpen={setDialog} />}
      >
        {!access.canEdit && (
          <Alert color="gray" variant="light" mb="md" p="xs" icon={<IconLock size={18} aria-hidden />}>
            {AGENT_OUTRANKS}
          </Alert>
        )}
        <EmailNote agentId={agent.id} canEdit={access.canEdit} />
        {access.canEdit && !access.isSelf && <InvitationNote agentId={agent.id} />}
        <AgentForm editing={editing} access={access} withPassword={false} />
      </AgentFormFrame>
      {dialog === 'password' && (
        <ChangePasswordDialog agent={agent} isSelf={access.isSelf} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && <DeleteAgentDialog agent={agent} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Confirmation changes the stored address. Saving the old one from the form would request another change. */
function useEmailInUse({ email }: Agent, { form }: ReturnType<typeof useAgentForm>): void {
  const follow = useEffectEvent((inUse: string) => {
    const values = form.getValues();
    const isTyped = form.isDirty('email');
    form.resetDirty({ ...form.getInitialValues(), email: inUse });
    if (!isTyped && values.email !== inUse) form.setFieldValue('email', inUse);
  });
  useEffect(() => follow(email), [email]);
}

interface EditActionsProps {
  agent: Agent;
  access: ReturnType<typeof agentAccess>;
  onOpen: (dialog: 'password' | 'delete') => void;
}

function EditActions({ agent, access, onOpen }: EditActionsProps) {
  const { sso } = usePublicSettings();
  return (
    <>
      {isOwner(signedInAgent()) && (
        <ButtonLink
          to="/crm/audit"
          search={{ agent: agent.id }}
          variant="default"
          leftSection={<IconShieldSearch size={16} aria-hidden />}
        >
          Audit Log
        </ButtonLink>
      )}
      {access.canEdit && !sso?.only && (
        <Button
          variant="default"
          leftSection={<IconLock size={16} aria-hidden />}
          onClick={() => onOpen('password')}
        >
          Change Password
        </Button>
      )}
      {access.canDelete && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onOpen('delete')}
        >
          Delete
        </Button>
      )}
    </>
  );
}

interface ChangePasswordDialogProps {
  agent: Agent;
  /** The agent's own account: the current password is required too (decisions O1). */
  isSelf: boolean;
  onClose: () => void;
}

function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const title = `Change password for ${props.agent.username}`;
  return (
    <GuardedModal opened onClose={props.onClose} title={title} size="sm">
      <ChangePasswordForm {...props} />
    </GuardedModal>
  );
}

function ChangePasswordForm({ agent, isSelf, onClose }: ChangePasswordDialogProps) {
  const change = useChangeAgentPassword(agent.id);
  const editing = useEditing({
    start: { password: '', current_password: '' },
    check: ({ password, current_password }) => ({
      current_password: isSelf && current_password === '' && CURRENT_PASSWORD_MISSING,
      password: password.length < MIN_PASSWORD_LENGTH && PASSWORD_TOO_SHORT,
    }),
    send: ({ password, current_password }) =>
      change.mutateAsync(isSelf ? { password, current_password } : { password }),
    successMessage: 'Password updated.',
    onDone: onClose,
  });
  const failure = editing.error && (
    <Alert color="red" variant="light" role="alert" p="xs" title="Failed to update password">
      {errorMessageOf(editing.error)}
    </Alert>
  );
  return (
    <DialogForm editing={editing} save="Change Password" alert={failure}>
      {isSelf && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...editing.form.getInputProps('current_password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the current password', tabIndex: 0 }}
        />
      )}
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        data-autofocus={!isSelf || undefined}
        {...editing.form.getInputProps('password')}
        description={`${isSelf ? 'You will be signed out on all other devices' : 'The agent will be signed out on all devices'}.`}
      />
    </DialogForm>
  );
}
