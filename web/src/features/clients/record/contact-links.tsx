import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconMail, IconMessage, IconPhone, type TablerIcon } from '@tabler/icons-react';
import { CopyValue } from '../../../components/ui/copy-button.tsx';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { Fact } from '../../../components/ui/facts.tsx';
import styles from './contact-links.module.css';
import type { ContactMethods } from './contact-methods.ts';

/** Phone and email among the facts, each with its actions. */
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
          <Anchor
            href={`mailto:${email}`}
            className={styles.value}
            title={email}
            aria-label={`Email ${email}`}
          >
            <EmailText email={email} />
          </Anchor>
          <CopyValue value={email} what="email" />
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
            size="sm"
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

/** Call, text and email; on a phone as icons next to the name. */
export function ContactButtons({ methods: { phone, email } }: { methods: ContactMethods }) {
  const isReachable = phone !== null && phone.digits !== '';
  if (!isReachable && !email) return null;
  return (
    <div className={styles.buttons}>
      {isReachable && (
        <>
          <ContactButton icon={IconPhone} label="Call" href={`tel:${phone.digits}`} />
          <ContactButton icon={IconMessage} label="Text" href={`sms:${phone.digits}`} />
        </>
      )}
      {email && <ContactButton icon={IconMail} label="Email" href={`mailto:${email}`} />}
    </div>
  );
}

function ContactButton({ icon: Icon, label, href }: { icon: TablerIcon; label: string; href: string }) {
  return (
    <Button
      component="a"
      href={href}
      variant="light"
      color="gray"
      size="compact-md"
      className={styles.button ?? ''}
      classNames={{ label: styles.buttonLabel ?? '' }}
      aria-label={`${label} this client`}
    >
      <Icon size={16} aria-hidden />
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
