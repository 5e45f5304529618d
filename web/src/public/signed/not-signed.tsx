import { MessagePage } from '../message-page.tsx';
import { OUTSIDE, signingOrigin } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { ContinueStep, ReturnStep } from './signed-steps.tsx';

interface NotSignedText {
  title: TextKey;
  text: TextKey;
  /** The document can be opened again from here. */
  isOpen?: boolean;
}

const PLAIN: NotSignedText = { title: 'notSignedTitle', text: 'notSignedText' };

/** Messages when nothing was signed, by event. */
const MESSAGES: Readonly<Record<string, NotSignedText>> = {
  cancel: { title: 'notSignedTitle', text: 'signedCancel', isOpen: true },
  decline: { title: 'notSignedTitle', text: 'signedDecline' },
  session_timeout: { title: 'notSignedTitle', text: 'signedTimeout', isOpen: true },
  ttl_expired: { title: 'notSignedTitle', text: 'signedTtl', isOpen: true },
  exception: { title: 'notSignedTitle', text: 'signedException', isOpen: true },
  viewing_complete: { title: 'signedViewedTitle', text: 'signedViewed' },
  access_code_failed: { title: 'notSignedTitle', text: 'signedAccessCode', isOpen: true },
};

/** Why nothing was signed, and what to do next. */
export function NotSigned({ event, portalPath }: { event: string | null; portalPath: string | null }) {
  const { text } = useMessages();
  const message = (event !== null && Object.hasOwn(MESSAGES, event) ? MESSAGES[event] : undefined) ?? PLAIN;
  const again = message.isOpen && portalPath === null ? signingOrigin(OUTSIDE) : null;
  return (
    <MessagePage title={message.title} text={message.text} values={{ agent: text('yourAgent') }}>
      {message.isOpen ? (
        <div className="buttons">
          {again !== null && (
            <button type="button" className="button primary" onClick={() => visit(again)}>
              {text('ticketOpen')}
            </button>
          )}
          <ReturnStep portalPath={portalPath} isMain={again === null} />
        </div>
      ) : (
        <ContinueStep portalPath={portalPath} />
      )}
    </MessagePage>
  );
}
