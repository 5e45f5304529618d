import { preferredLanguage } from '@ledgerline/contract/languages';
import { phoneDigits } from '@ledgerline/contract/rules';
import { sessionTitlesOf } from '@ledgerline/contract/sessions/client-title';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { notifyError } from '../../components/ui/notify.ts';
import { useLogCall } from '../../domain/calls/use-log-call.ts';
import { useBrand } from '../../lib/public-settings.ts';
import type { LinkTarget } from './link-target.ts';

interface TextLinkProps {
  client: NonNullable<LinkTarget['client']>;
  url: string;
  /** The title of the form or session. */
  about: string;
}

/**
 * Opens the messaging app of the phone or computer with the link. The timeline records only that: whether the message was
 * sent is not known.
 */
export function TextLink({ client, url, about }: TextLinkProps) {
  const log = useLogCall(client.id);
  const uri = textMessageUri(client, url, useBrand());
  if (uri === null) return null;
  function record() {
    if (log.isPending) return;
    log.mutate(
      { kind: 'text', text: `Opened a text message with the link to “${about}”. Not confirmed as sent.` },
      {
        onError: (error) => {
          console.error('the text message was not recorded', error);
          notifyError(error.message, 'The text message is not in the timeline');
        },
      },
    );
  }
  return (
    <Button
      component="a"
      href={uri}
      size="xs"
      variant="default"
      leftSection={<IconMessage size={16} aria-hidden />}
      onClick={record}
    >
      Text Link
    </Button>
  );
}

type Client = Pick<NonNullable<LinkTarget['client']>, 'phone' | 'language'>;

/**
 * A URI that opens the messaging app with the client's number and a short text in the client's language; null without a
 * number. `?&` because iOS expects the body after `&`, Android after `?` (RFC 5724 leaves the body to the app).
 */
export function textMessageUri({ phone, language }: Client, url: string, brand: string): string | null {
  const digits = phoneDigits(phone);
  if (digits === '') return null;
  const title = sessionTitlesOf({ client_title: '' }, brand)[preferredLanguage(language) ?? 'en'];
  const text = `${title}: ${url}`;
  const hasCountryCode = phone.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  return `sms:${hasCountryCode ? '+' : ''}${digits}?&body=${encodeURIComponent(text)}`;
}
