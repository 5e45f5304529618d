import { Text } from '@mantine/core';
import { LinkFailure } from '../../domain/links/link-failure.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { usePublicLink } from './api.ts';
import { LinkActions } from './link-actions.tsx';
import { failureOf } from './link-failure.ts';
import { genericLink, isDocusign, type LinkTarget } from './link-target.ts';

interface PublicLinkSectionProps {
  target: LinkTarget;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

/** A link that anyone may open: a web form's plain URL, or one created for an e-signature form (decisions I4). */
export function PublicLinkSection({ target, ...qr }: PublicLinkSectionProps) {
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
