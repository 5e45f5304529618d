import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { phoneDigits, phoneDisplay, textLink } from '@ledgerline/contract/rules';
import { Anchor, Text } from '@mantine/core';
import { RichText } from '../../../components/ui/rich-text.tsx';
import { SecretValue } from '../../../components/ui/secret-value.tsx';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type Client, revealSecret } from '../api.ts';
import { displayValue, isEmptyValue, textOf } from '../client-display.ts';
import styles from './information-card.module.css';

interface FieldValueProps {
  client: Client;
  field: CatalogField;
}

/** Renders a value by type: phones and emails as links, secrets masked with a reveal button, a dash when empty. */
export function FieldValue({ client, field }: FieldValueProps) {
  const value = client[field.name];
  const text = textOf(value);
  if (isEmptyValue(field, value))
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    );
  switch (field.kind) {
    case 'phone':
      return <PhoneValue client={client} field={field} phone={text} />;
    case 'email':
      return <Anchor href={`mailto:${text}`}>{text}</Anchor>;
    case 'url':
      return <WebAddress address={text} />;
    case 'secret':
      return (
        <SecretValue fetchValue={() => revealSecret(client.id, field.name)} label={field.label} mask={text} />
      );
    case 'richtext':
      return <RichText html={text} />;
    default:
      return <>{displayValue(field, value)}</>;
  }
}

/** Maps each phone field to the field with its SMS gateway domain (decisions D18). */
const TEXT_DOMAINS: Record<string, string> = {
  primary_phone: 'mobile_domain',
  secondary_phone: 'mobile_domain_2',
};

function PhoneValue({ client, field, phone }: FieldValueProps & { phone: string }) {
  const { phone_lookup_url } = usePublicSettings();
  const domainField = TEXT_DOMAINS[field.name];
  const link = domainField
    ? textLink({ phone, mobile_domain: textOf(client[domainField]), lookup_url: phone_lookup_url })
    : null;
  const digits = phoneDigits(phone);
  return (
    <>
      {digits === '' ? (
        phoneDisplay(phone)
      ) : (
        <Anchor href={`tel:${digits}`} style={{ whiteSpace: 'nowrap' }}>
          {phoneDisplay(phone)}
        </Anchor>
      )}
      {link?.startsWith('mailto:') && (
        <Anchor href={link} className={styles.textLink}>
          Text
        </Anchor>
      )}
      {link && !link.startsWith('mailto:') && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" className={styles.textLink}>
          Look up carrier
        </Anchor>
      )}
    </>
  );
}

/** Only web addresses become links. */
function WebAddress({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <>{address}</>;
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//i, '')}
    </Anchor>
  );
}
