import { useParams } from '@tanstack/react-router';
import { useAgent } from '../../features/agents/api.ts';
import { AgentContactCard } from '../../features/agents/contact/agent-contact-card.tsx';
import { EditAgentPage } from '../../features/agents/edit-agent-page.tsx';
import { SavedSignatureCard } from '../../features/agents/saved-signature/saved-signature-card.tsx';
import { SignInsCard } from '../../features/agents/sign-ins/sign-ins-card.tsx';
import { AgentTwoFactorCard } from '../../features/auth/agent-two-factor-card.tsx';
import { IdentityCard } from '../../features/auth/identity-card.tsx';
import { TwoFactorCard } from '../../features/auth/two-factor-card.tsx';
import { CalendarFeedCard } from '../../features/calendar/calendar-feed-card.tsx';
import { AgentTeamCard } from '../../features/teams/agent-team-card.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';

/** An agent's account; agents see more sections on their own page. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/portal/crm/agents/$agentId' });
  const agent = signedInAgent();
  const isOwn = String(agent?.id) === agentId;
  const account = useAgent(Number(agentId)).data;
  const ownName = account ? `${account.first_name} ${account.last_name}`.trim() : '';
  return (
    <EditAgentPage
      beside={
        <>
          {isOwn && <AgentContactCard name={ownName} />}
          {isOwn && <TwoFactorCard agentId={Number(agentId)} />}
          {!isOwn && isOwner(agent) && (
            <AgentTwoFactorCard key={`steps ${agentId}`} agentId={Number(agentId)} />
          )}
          {(isOwn || isOwner(agent)) && (
            <IdentityCard
              key={`identity ${agentId}`}
              agentId={Number(agentId)}
              isOwn={isOwn}
              canDisconnect={isOwner(agent)}
            />
          )}
          <AgentTeamCard
            key={`team ${agentId}`}
            agentId={Number(agentId)}
            canChange={isOwner(agent)}
            isOwn={isOwn}
          />
          {(isOwn || isOwner(agent)) && <SignInsCard key={agentId} agentId={Number(agentId)} isOwn={isOwn} />}
          {isOwn && account?.is_advisor && <SavedSignatureCard name={ownName} />}
          {isOwn && <CalendarFeedCard />}
        </>
      }
    />
  );
}
