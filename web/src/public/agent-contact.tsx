import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import { useId } from 'react';
import styles from './agent-contact.module.css';
import { useBrand } from './brand.tsx';
import { useMessages } from './texts/language.tsx';

/** Whom the client calls with questions (decision 109); nothing if no one entered a number or a photo. */
export function AgentContact({ contact }: { contact: ClientContact | undefined }) {
  const { text } = useMessages();
  const brokerage = useBrand();
  const titleId = useId();
  if (!contact) return null;
  const { agent_name, phone, photo, is_own_phone } = contact;
  const isAgent = agent_name !== null;
  return (
    <section className={styles.contact} aria-labelledby={titleId}>
      {photo && <img src={photo} alt="" width={64} height={64} className={styles.photo} />}
      <div className={styles.facts}>
        <h2 id={titleId} className={styles.title}>
          {text(isAgent ? 'contactAgent' : 'contactTitle')}
        </h2>
        <p className={styles.name}>{agent_name ?? brokerage}</p>
        {phone !== '' && (
          <a href={`tel:${dialed(phone)}`} className={styles.phone}>
            {text(isAgent && !is_own_phone ? 'callBrokerage' : 'callPhone', { phone, brokerage })}
          </a>
        )}
      </div>
    </section>
  );
}

/** The number without its extension, which phones would dial as part of it. */
const dialed = (phone: string) =>
  phone.replace(/\s*(?:\(\d{1,8}\)$|(?:,|;|x|ext).*$)/i, '').replaceAll(/[^\d+]/g, '');
