import { useNavigate } from '@tanstack/react-router';
import { LeaveGuard } from '../../components/ui/leave-guard.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { agentAccess } from './agent-access.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentFormFrame } from './agent-form-frame.tsx';
import { useCreateAgent } from './api.ts';
import { useAgentForm } from './use-agent-form.ts';

export function CreateAgentPage() {
  const access = agentAccess(signedInAgent(), null);
  const isConnected = useIsEmailConnected();
  const create = useCreateAgent();
  const navigate = useNavigate();
  const editing = useAgentForm(null, {
    send: ({ first_name, last_name, email, username, password, invite, ...flags }) => {
      const fields = { first_name, last_name, email, username, ...(invite ? { invite } : { password }) };
      return create.mutateAsync(access.canSeeFlags ? { ...fields, ...flags } : fields);
    },
    successMessage: (_, { invite }) =>
      invite && isConnected ? 'Agent added. The invitation is being sent.' : 'Agent added.',
    onDone: () => void navigate({ to: '/crm/agents', ignoreBlocker: true }),
  });
  return (
    <>
      <PageHeader
        title="Add Agent"
        {...(access.canSeeFlags ? { back: { href: '/crm/agents', label: 'Back to Agents' } } : {})}
      />
      <LeaveGuard isDirty={editing.isDirty} />
      <AgentFormFrame editing={editing} canSave saveLabel="Add Agent">
        <AgentForm editing={editing} access={access} withPassword />
      </AgentFormFrame>
    </>
  );
}
