import type { Language } from '@ledgerline/contract/languages';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { formCaller } from '../api.ts';
import { OfflineNotice } from '../offline-banner.tsx';
import type { SecureStart } from '../open-form.ts';
import { notifyEditComplete } from '../session/edit-complete.ts';
import { ChangedElsewhereError } from '../session/server-draft.ts';
import { useMessages } from '../texts/language.tsx';
import { ChangedNotice } from './changed-notice.tsx';
import { FillForm } from './fill-form.tsx';
import { useServerStorage } from './server-storage.ts';
import styles from './status.module.css';

interface SecureFormProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  step: number;
  start: SecureStart;
  onLinkLost: () => void;
}

/** A form behind a client's link: saved on the server, so it can be continued on any device while the link is valid. */
export function SecureForm({ definition, answers, step, start, onLinkLost }: SecureFormProps) {
  const { text, moment } = useMessages();
  const loaded = { answers, step };
  const storage = useServerStorage({ definition, first: loaded, start, onLost: onLinkLost });
  const date = moment(storage.expires_at);

  async function submit(form_data: FormAnswers, language: Language, idempotencyKey: string): Promise<string> {
    try {
      return await storage.whileSubmitting(async (version) => {
        const body = { form_data, language, version };
        const reply = await formCaller(definition.id, start.token)(submitSecureForm, {
          body,
          idempotencyKey,
        });
        storage.finish();
        notifyEditComplete();
        return reply.submitted_at;
      });
    } catch (error) {
      if (!hasErrorCode(error, 'conflict')) throw error;
      await storage.sync();
      throw new ChangedElsewhereError();
    }
  }
  const saved = { saved: 'saved', changed: 'saving', saving: 'saving', failed: null } as const;
  const isOffline = useConnection() !== 'there';
  const stateKey = storage.isStored && !isOffline ? saved[storage.state] : null;
  return (
    <FillForm
      definition={definition}
      start={loaded}
      elsewhere={storage}
      allowMasks
      contact={start.contact}
      isResumed={start.last_saved !== null}
      onChange={storage.changed}
      onStep={(snapshot) => {
        storage.changed(snapshot);
        storage.flush();
      }}
      onSubmit={submit}
      onLost={onLinkLost}
      status={
        <>
          <p className={styles.saved} data-state={storage.state}>
            {stateKey && `${text(stateKey)} `}
            {text('savedUntil', { date })}
          </p>
          <ChangedNotice merges={storage.merges} isBehind={storage.isBehind} />
          {storage.expiresSoon && (
            <p role="status" className={styles.warning}>
              {text('expiresSoon', { date })}
            </p>
          )}
        </>
      }
      banner={
        <>
          <OfflineNotice message="offline" />
          <div role="status">
            {storage.state === 'failed' && !isOffline && (
              <p className={styles.notSaved}>{text('notSaved')}</p>
            )}
          </div>
        </>
      }
    />
  );
}
