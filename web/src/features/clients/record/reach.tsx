import { ActionIcon, Anchor } from '@mantine/core';
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyValue } from '../../../components/ui/copy-value.tsx';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { Fact } from '../../../components/ui/facts.tsx';
import type { Ways } from './contact-methods.ts';
import styles from './reach.module.css';

const ICON = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
const BIG_ICON = { variant: 'light', color: 'gray', size: 36 } as const;

/** Phone and email in one row, each with its actions. */
export function ReachLine({ ways: { phone, email } }: { ways: Ways }) {
  return (
    <div className={styles.line}>
      {phone && (
        <span className={styles.way}>
          <IconPhone size={15} className={styles.icon} aria-hidden />
          <PhoneWay phone={phone} />
        </span>
      )}
      {email && (
        <span className={styles.way}>
          <IconMail size={15} className={styles.icon} aria-hidden />
          <EmailWay email={email} text={email} />
        </span>
      )}
    </div>
  );
}

/** Phone and email among the facts, when they don't fit in the bar. */
export function ReachFacts({ ways: { phone, email } }: { ways: Ways }) {
  return (
    <>
      {phone && (
        <Fact label="Phone">
          <PhoneWay phone={phone} />
        </Fact>
      )}
      {email && (
        <Fact label="Email">
          <EmailWay email={email} text={<EmailText email={email} />} />
        </Fact>
      )}
    </>
  );
}

function PhoneWay({ phone: { shown, digits } }: { phone: NonNullable<Ways['phone']> }) {
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

function EmailWay({ email, text }: { email: string; text: ReactNode }) {
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
export function ReachIcons({ ways: { phone, email } }: { ways: Ways }) {
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
