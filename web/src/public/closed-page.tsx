import type { ReactNode } from 'react';
import { MessagePage } from './message-page.tsx';
import { ReturnLink } from './return-path.tsx';
import { SessionNext } from './secure/session-next.tsx';
import type { ClosedReason } from './session/link-error.ts';
import { useMessages } from './texts/language.tsx';
import type { TextKey } from './texts/text-key.ts';

const CLOSED: Record<ClosedReason, { title: TextKey; text: TextKey }> = {
  invalid: { title: 'invalidTitle', text: 'invalidText' },
  expired: { title: 'expiredTitle', text: 'expiredText' },
  revoked: { title: 'revokedTitle', text: 'revokedText' },
  completed: { title: 'completedTitle', text: 'completedText' },
  voided: { title: 'voidedTitle', text: 'voidedText' },
  source: { title: 'sourceTitle', text: 'sourceText' },
  incomplete: { title: 'incompleteTitle', text: 'sourceText' },
  direct: { title: 'directTitle', text: 'directText' },
  advisor_first: { title: 'directTitle', text: 'advisorFirstText' },
};

interface ClosedPageProps {
  reason: ClosedReason;
  agent: string | null;
  /** Replaces the texts of the reason. */
  messages?: { title: TextKey; text: TextKey } | undefined;
  /** This is the page with all forms itself: no link back is shown. */
  isSession?: boolean;
  children?: ReactNode;
}

/** An address that leads to no form, and what to do next. */
export function ClosedPage({ reason, agent, messages, isSession = false, children }: ClosedPageProps) {
  const { text } = useMessages();
  return (
    <MessagePage
      {...(messages ?? CLOSED[reason])}
      values={{ agent: agent ?? text('yourAgent') }}
      isGood={reason === 'completed'}
    >
      {!isSession && (reason === 'completed' || reason === 'voided' ? <SessionNext /> : <ReturnLink />)}
      {children}
    </MessagePage>
  );
}
