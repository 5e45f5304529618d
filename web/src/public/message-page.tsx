import type { ReactNode } from 'react';
import { usePageTitle } from './brand.tsx';
import { Mark, type MarkName } from './mark.tsx';
import styles from './message-page.module.css';
import { PageFrame } from './page-frame.tsx';
import { useMessages } from './texts/language.tsx';
import type { TextKey, TextValues } from './texts/text-key.ts';

interface MessagePageProps {
  title: TextKey;
  text: TextKey;
  values?: TextValues;
  /** The message reports success. */
  isGood?: boolean;
  /** Replaces the default success or problem icon. */
  mark?: MarkName;
  children?: ReactNode;
}

/** A message and what to do next. A message that replaces it is announced. */
export function MessagePage({ title, text, values, isGood = false, mark, children }: MessagePageProps) {
  const messages = useMessages();
  usePageTitle(messages.text(title));
  return (
    <PageFrame>
      <div className={styles.message} data-good={isGood || undefined} aria-live="polite">
        <span className={styles.mark} aria-hidden>
          <Mark name={mark ?? (isGood ? 'check' : 'alert')} size={26} />
        </span>
        <h1 className={styles.title}>{messages.text(title)}</h1>
        <p className={styles.text}>{messages.text(text, values)}</p>
        {children}
      </div>
    </PageFrame>
  );
}
