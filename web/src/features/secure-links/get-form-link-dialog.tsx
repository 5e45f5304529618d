import { ERRORS } from '@ledgerline/contract/errors';
import { isDocumentRequest, phoneDisplay } from '@ledgerline/contract/rules';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { RichText } from '../../components/ui/rich-text.tsx';
import { LinkFailure } from '../../domain/links/link-failure.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { usePublicLink } from './api.ts';
import { ClientLinkSection } from './client-link-section.tsx';
import styles from './get-form-link-dialog.module.css';
import { LinkActions } from './link-actions.tsx';
import { failureOf } from './link-failure.ts';
import {
  configurationProblem,
  genericLink,
  isDocusign,
  isLinkSupported,
  type LinkTarget,
} from './link-target.ts';
import { SendLink } from './send-link.tsx';

interface GetFormLinkDialogProps {
  /** null keeps it closed. */
  target: LinkTarget | null;
  onClose: () => void;
}

/** The link of one form and its client (1§2 Get Form Link modal). */
export function GetFormLinkDialog({ target, onClose }: GetFormLinkDialogProps) {
  // Mounted when opened: dialogs stack in render order, and this one may be opened from another.
  return target && <OpenDialog target={target} onClose={onClose} />;
}

function OpenDialog({ target, onClose }: { target: LinkTarget; onClose: () => void }) {
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <GuardedModal opened onClose={onClose} title="Get Form Link" size="lg">
      <Sections target={target} isQrOpen={isQrOpen} onQr={setQrOpen} />
    </GuardedModal>
  );
}

interface SectionsProps {
  target: LinkTarget;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

function Sections({ target, isQrOpen, onQr }: SectionsProps) {
  const { client } = target;
  return (
    <>
      <Section title="Link">
        <LinkOf target={target} isQrOpen={isQrOpen} onQr={onQr} />
      </Section>
      <Section title="Form">
        <Text size="sm">{target.title}</Text>
        <Text size="sm" c="dimmed">
          {target.type}
        </Text>
      </Section>
      <Section title="Client">
        <Text size="sm">{client ? client.name : 'No client'}</Text>
        {client && (
          <Text size="sm" c="dimmed">
            {[client.email || 'No email', phoneDisplay(client.phone)].join(' · ')}
          </Text>
        )}
      </Section>
      <Section title="Session">
        <Text size="sm" {...(target.session ? {} : { c: 'dimmed' })}>
          {target.session ?? 'Not part of a session'}
        </Text>
      </Section>
      <Section title="Notes">
        {target.notes ? (
          <RichText html={target.notes} />
        ) : (
          <Text size="sm" c="dimmed">
            No notes
          </Text>
        )}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Title order={3} id={id} fz="sm" lh={1.5} c="dimmed">
        {title}
      </Title>
      <Stack gap="xs" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Stack>
    </section>
  );
}

function LinkOf({ target, isQrOpen, onQr }: SectionsProps) {
  const [isRenewed, setRenewed] = useState(false);
  const qr = { isQrOpen, onQr };
  if (!isLinkSupported(target)) return <Alert color="yellow" title={ERRORS.link_not_supported.message} />;
  const problem = configurationProblem(target);
  if (problem) return <Alert color="red" title={problem} role="alert" />;
  const { client, formId, sessionFormId, title } = target;
  if (!client) return <PublicLinkSection target={target} {...qr} />;
  if (target.isClosed && isDocumentRequest(target.type)) return <ClosedRequest />;
  if (target.isClosed && !isRenewed) return <ClosedForm onRenew={() => setRenewed(true)} />;
  // A closed submission accepts no more answers: the new link is for the form instead.
  const exactly = sessionFormId === undefined || target.isClosed ? {} : { sessionFormId };
  return (
    <ClientLinkSection link={{ formId, clientId: client.id, ...exactly }} title={title} {...qr}>
      {(link) =>
        link.sessionFormId !== null && (
          <SendLink
            client={client}
            link={{ session_form_id: link.sessionFormId }}
            url={link.formUrl}
            about={title}
          />
        )
      }
    </ClientLinkSection>
  );
}

function ClosedRequest() {
  return (
    <Alert color="blue" title="This request is closed">
      <Text size="sm">
        The client has sent the documents, or the request was voided. If you request a document again, the
        same link works again.
      </Text>
    </Alert>
  );
}

function ClosedForm({ onRenew }: { onRenew: () => void }) {
  return (
    <Alert color="blue" title="This form is closed">
      <Text size="sm">It has been submitted or voided. A new link starts a new form for this client.</Text>
      <Button size="xs" mt="xs" onClick={onRenew}>
        Generate New Link
      </Button>
    </Alert>
  );
}

interface PublicLinkSectionProps {
  target: LinkTarget;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

/** A link that anyone may open: a web form's plain URL, or one created for an e-signature form (decisions I4). */
function PublicLinkSection({ target, ...qr }: PublicLinkSectionProps) {
  const { public_url } = usePublicSettings();
  if (isDocusign(target.type)) return <SigningLink target={target} {...qr} />;
  const url = genericLink(target, public_url ?? window.location.origin);
  return (
    <>
      <LinkActions url={url} title={target.title} {...qr} />
      <ForAnyone />
    </>
  );
}

function SigningLink({ target, ...qr }: PublicLinkSectionProps) {
  const query = usePublicLink(target.formId);
  const failure = failureOf(query);
  if (failure)
    return <LinkFailure {...failure} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <>
      <LinkActions url={query.data?.formUrl ?? null} title={target.title} {...qr} />
      <ForAnyone />
    </>
  );
}

function ForAnyone() {
  return (
    <>
      <Text size="sm">Accessible to anyone</Text>
      <Text size="sm" c="dimmed">
        No expiration
      </Text>
    </>
  );
}
