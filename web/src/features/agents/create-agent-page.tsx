import { useNavigate } from '@tanstack/react-router';
import { LeaveGuard } from '../../components/ui/leave-guard.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';
import { agentAccess } from './agent-access.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentFormFrame } from './agent-form-frame.tsx';
import { useCreateAgent } from './api.ts';
import { useAgentForm } from './use-agent-form.ts';

export function CreateAgentPage() {
  const access = agentAccess(signedInAgent(), null);
  const { form, failure, submit } = useAgentForm(null);
  const create = useCreateAgent();
  const navigate = useNavigate();

  async function save() {
    const isSaved = await submit(
      ({ is_advisor, is_owner, is_developer, has_all_staff_access, ...fields }) => {
        const flags = { is_advisor, is_owner, is_developer, has_all_staff_access };
        return create.mutateAsync(access.canSeeFlags ? { ...fields, ...flags } : fields);
      },
    );
    if (!isSaved) return;
    notifySuccess('Agent added.');
    void navigate({ to: '/crm/agents', ignoreBlocker: true });
  }
  return (
    <>
      <PageHeader
        title="Add Agent"
        {...(access.canSeeFlags ? { back: { href: '/crm/agents', label: 'Back to Agents' } } : {})}
      />
      <LeaveGuard isDirty={form.isDirty() && !create.isSuccess} />
      <AgentFormFrame
        failure={failure}
        isSaving={create.isPending}
        canSave
        saveLabel="Add Agent"
        onSubmit={() => void save()}
      >
        <AgentForm form={form} access={access} emailError={null} withPassword />
      </AgentFormFrame>
    </>
  );
}
