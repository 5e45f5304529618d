import { AgentsPage } from '../../features/agents/agents-page.tsx';
import { SignInRulesButton } from '../../features/auth/sign-in-rules-button.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';

/** All agents, and for owners what they ask of sign-ins (decision 057). */
export function ManageAgentsPage() {
  return <AgentsPage beside={isOwner(signedInAgent()) && <SignInRulesButton />} />;
}
