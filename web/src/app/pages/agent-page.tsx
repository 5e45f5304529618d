import { useParams } from '@tanstack/react-router';
import { EditAgentPage } from '../../features/agents/edit-agent-page.tsx';
import { CalendarFeedCard } from '../../features/calendar/calendar-feed-card.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';

/** An agent's account; one's own with what is there for nobody else. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/portal/crm/agents/$agentId' });
  const isOwn = String(signedInAgent()?.id) === agentId;
  return (
    <>
      <EditAgentPage />
      {isOwn && <CalendarFeedCard />}
    </>
  );
}
