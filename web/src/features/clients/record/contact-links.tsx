import { ActionIcon, Anchor } from '@mantine/core';
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyValue } from '../../../components/ui/copy-value.tsx';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { Fact } from '../../../components/ui/facts.tsx';
import styles from './contact-links.module.css';
import type { ContactMethods } from './contact-methods.ts';

const ICON = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
const BIG_ICON = { variant: 'light', color: 'gray', size: 36 } as const;

/** Phone and email in one row, each with its actions. */
export function ContactLine({ methods: { phone, email } }: { methods: ContactMethods }) {
  return (
    <div className={styles.line}>
      {phone && (
        <span className={styles.method}>
          <IconPhone size={15} className={styles.icon} aria-hidden />
          <PhoneLinks phone={phone} />
        </span>
      )}
      {email && (
        <span className={styles.method}>
          <IconMail size={15} className={styles.icon} aria-hidden />
          <EmailLink email={email} text={email} />
        </span>
      )}
    </div>
  );
}

/** Phone and email among the facts, when they don't fit in the bar. */
export function ContactFacts({ methods: { phone, email } }: { methods: ContactMethods }) {
  return (
    <>
      {phone && (
        <Fact label="Phone">
          <PhoneLinks phone={phone} />
        </Fact>
      )}
      {email && (
        <Fact label="Email">
          <EmailLink email={email} text={<EmailText email={email} />} />
        </Fact>
      )}
    </>
  );
}

function PhoneLinks({ phone: { shown, digits } }: { phone: NonNullable<ContactMethods['phone']> }) {
  return (
    <>
      {digits === '' ? (
        <span className={styles.value}>{shown}</span>
      ) : (
        <>
          <Anchor href={`tel:${digits}`} className={styles.value} aria-label={`Call ${shown}`}>
            {shown}
          </Anchor>
          <ActionIcon
            {...ICON}
            component="a"
            href={`sms:${digits}`}
            aria-label={`Text ${shown}`}
            title="Text"
          >
            <IconMessage size={15} aria-hidden />
          </ActionIcon>
        </>
      )}
      <CopyValue value={shown} what="phone" />
    </>
  );
}

function EmailLink({ email, text }: { email: string; text: ReactNode }) {
  return (
    <>
      <Anchor href={`mailto:${email}`} className={styles.value} title={email} aria-label={`Email ${email}`}>
        {text}
      </Anchor>
      <CopyValue value={email} what="email" />
    </>
  );
}

/** Touch version: call, text and email buttons. */
export function ContactIcons({ methods: { phone, email } }: { methods: ContactMethods }) {
  return (
    <div className={styles.icons}>
      {phone && phone.digits !== '' && (
        <>
          <ActionIcon {...BIG_ICON} component="a" href={`tel:${phone.digits}`} aria-label="Call this client">
            <IconPhone size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon {...BIG_ICON} component="a" href={`sms:${phone.digits}`} aria-label="Text this client">
            <IconMessage size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      {email && (
        <ActionIcon {...BIG_ICON} component="a" href={`mailto:${email}`} aria-label="Email this client">
          <IconMail size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
