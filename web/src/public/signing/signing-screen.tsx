import type { Signing } from '@ledgerline/contract/signing/endpoints';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { usePageTitle } from '../brand.tsx';
import { DocumentPages } from '../document-pages.tsx';
import { PageFrame } from '../page-frame.tsx';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import { Consent } from './consent.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { DocumentField, isSmall } from './document-field.tsx';
import { DraftStatus } from './draft-status.tsx';
import { type SigningDraft, useSigningDraft } from './signing-draft.ts';
import { SigningFooter } from './signing-footer.tsx';
import styles from './signing-screen.module.css';
import { commonLabel, type FieldStop, signingTotals } from './stops.ts';
import { type FillingIn, useFillingIn } from './use-filling.ts';
import { useFinish } from './use-finish.ts';
import type { WithTicket } from './use-ticket.ts';

const loadSignatureDialog = () => import('./signature-dialog.tsx');
const SignatureDialog = lazy(async () => ({ default: (await loadSignatureDialog()).SignatureDialog }));
// Fetched with the page, so that it opens at once and without a connection.
loadSignatureDialog().catch((error: unknown) =>
  console.warn('the signature dialog could not be fetched yet', error),
);

interface SigningScreenProps {
  withTicket: WithTicket;
  signing: Signing;
  onTicketExpired: () => void;
  onChanged: () => void;
}

const LETTER_WIDTH = 612;

/** Standard fields are labeled in the signer's language; labels of the document itself are not translated. */
function useLocalLabels(signing: Signing): Signing {
  const { language, text } = useMessages();
  return useMemo(() => {
    if (language === 'en') return signing;
    const fields = signing.fields.map((field) => {
      const common = MARKS.includes(field.kind) ? commonLabel(field.label) : null;
      return common ? { ...field, label: `${text(common.key)} ${common.number}`.trim() } : field;
    });
    return { ...signing, fields };
  }, [signing, language, text]);
}

/** Scrolls to the field at which the page opens and focuses it, unless a saved signature is offered, which has the focus. */
function useStart(hasSaved: boolean) {
  return useCallback(
    (field: HTMLElement | null) => {
      field?.scrollIntoView({ block: 'center' });
      if (!hasSaved)
        field?.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true });
    },
    [hasSaved],
  );
}

const MARKS: readonly string[] = ['signature', 'date', 'name'];

/** The document with the signer's fields over it, from the consent at the top to the signature. */
export function SigningScreen({ withTicket, signing, onTicketExpired, onChanged }: SigningScreenProps) {
  const { localize } = useMessages();
  const draft = useSigningDraft({ withTicket, signing, onTicketExpired, onChanged });
  const filling = useFillingIn(useLocalLabels(signing), draft);
  const finish = useFinish({ withTicket, draft, filling, onTicketExpired, onChanged });
  const [signingAt, setSigningAt] = useState<FieldStop | 'document' | null>(null);
  const [isDeclining, setDeclining] = useState(false);
  const [hasSmallPages, setSmallPages] = useState(false);
  usePageTitle(localize(signing.titles));
  const agent = signing.agent_name ?? signing.brokerage;

  /** Reuses an existing signature for another field immediately. Pressing the field again allows changing it. */
  function signAt(stop: FieldStop) {
    filling.select(stop);
    if (filling.signature && !filling.signed.has(stop.name)) filling.sign(stop, filling.signature);
    else setSigningAt(stop);
  }
  function tryToFinish() {
    if (!filling.isReady) filling.goToMissing();
    else if (filling.signature) finish.send();
    else setSigningAt('document');
  }
  return (
    <PageFrame isWide hasReturnLink>
      <SigningHead signing={signing} draft={draft} agent={agent} />
      <Consent
        brokerage={signing.brokerage}
        isAccepted={filling.hasConsent}
        isMissed={filling.isConsentMissed}
        onChange={filling.setConsent}
        onDecline={() => setDeclining(true)}
      />
      <SignableDocument signing={signing} filling={filling} onSign={signAt} onSmall={setSmallPages} />
      <SigningFooter
        filling={filling}
        isSmall={hasSmallPages}
        totals={signingTotals(signing, filling.values)}
        isSending={finish.isSending}
        failure={finish.failure}
        hasUnsaved={draft.state === 'failed'}
        saved={filling.signature === null ? signing.saved_signature : null}
        onSign={signAt}
        onFinish={tryToFinish}
      />
      <Suspense fallback={null}>
        {signingAt && (
          <SignatureDialog
            name={filling.signature?.name ?? signing.signer_name}
            method={filling.signature?.method ?? 'drawn'}
            canSave={signing.signer === 'advisor' && signing.saved_signature === null}
            onSign={(signature) => {
              filling.sign(signingAt === 'document' ? null : signingAt, signature);
              setSigningAt(null);
            }}
            onClose={() => setSigningAt(null)}
          />
        )}
      </Suspense>
      {isDeclining && (
        <DeclineDialog
          withTicket={withTicket}
          agent={agent}
          onDeclined={(returnUrl) => {
            draft.finish();
            visit(returnUrl, { replace: true });
          }}
          onTicketExpired={onTicketExpired}
          onChanged={onChanged}
          onClose={() => setDeclining(false)}
        />
      )}
    </PageFrame>
  );
}

interface SignableDocumentProps {
  signing: Signing;
  filling: FillingIn;
  onSign: (stop: FieldStop) => void;
  onSmall: (isSmall: boolean) => void;
}

/** The pages with the signer's fields at their positions. */
function SignableDocument({ signing, filling, onSign, onSmall }: SignableDocumentProps) {
  const { text } = useMessages();
  const startsAt = useStart(signing.saved_signature !== null);
  return (
    <section className={styles.document} aria-label={text('document')}>
      <DocumentPages
        url={signing.document_url}
        onWidth={(width) => onSmall(isSmall(width / (signing.pages[0]?.width ?? LETTER_WIDTH)))}
        overlay={({ index, scale }) =>
          signing.fields
            .filter((field) => field.is_mine && field.page === index)
            .map((field) => (
              <DocumentField
                key={`${field.name} ${field.x} ${field.y}`}
                field={field}
                scale={scale}
                filling={filling}
                onSign={onSign}
                startsAt={startsAt}
              />
            ))
        }
      />
    </section>
  );
}

/** The document's name, what to do, and whether the entries so far are saved. */
function SigningHead({ signing, draft, agent }: { signing: Signing; draft: SigningDraft; agent: string }) {
  const { language, localize, text } = useMessages();
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{localize(signing.titles)}</h1>
      {signing.last_saved !== null && <p className={styles.intro}>{text('welcomeBack')}</p>}
      <p className={styles.intro}>{text('readFirst')}</p>
      {language !== 'en' && (
        <p lang={language} className={styles.intro}>
          {text('documentInEnglish', { agent })}
        </p>
      )}
      <DraftStatus draft={draft} />
    </div>
  );
}
