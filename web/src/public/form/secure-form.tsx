import type { Language } from '@ledgerline/contract/languages';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useConnection } from '../../lib/use-connection.ts';
import { formCaller } from '../api.ts';
import { OfflineNotice } from '../offline-banner.tsx';
import type { SecureStart } from '../open-form.ts';
import { tellEditComplete } from '../session/edit-complete.ts';
import { useWords } from '../texts/language.tsx';
import { FillForm } from './fill-form.tsx';
import { useServerKeeper } from './server-storage.ts';
import styles from './status.module.css';

interface SecureFormProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  step: number;
  start: SecureStart;
  onLinkLost: () => void;
}

/** A form behind a client's link: kept on the server, to be continued on any device while the link works. */
export function SecureForm({ definition, answers, step, start, onLinkLost }: SecureFormProps) {
  const { text, moment } = useWords();
  const first = { answers, step };
  const keeper = useServerKeeper({ formLinkId: definition.id, first, start, onLost: onLinkLost });
  const date = moment(keeper.expires_at);

  function submit(form_data: FormAnswers, language: Language, idempotencyKey: string): Promise<string> {
    return keeper.holdWhile(async () => {
      const body = { form_data, language };
      const reply = await formCaller(definition.id)(submitSecureForm, { body, idempotencyKey });
      keeper.finish();
      tellEditComplete();
      return reply.submitted_at;
    });
  }
  const saved = { saved: 'saved', changed: 'saving', saving: 'saving', failed: null } as const;
  const isOffline = useConnection() !== 'there';
  const said = keeper.isKept && !isOffline ? saved[keeper.state] : null;
  return (
    <FillForm
      definition={definition}
      start={first}
      allowMasks
      isResumed={start.last_saved !== null}
      onChange={keeper.changed}
      onStep={(snapshot) => {
        keeper.changed(snapshot);
        keeper.flush();
      }}
      onSubmit={submit}
      onLost={onLinkLost}
      status={
        <>
          <p className={styles.saved} data-state={keeper.state}>
            {said && `${text(said)} `}
            {text('savedUntil', { date })}
          </p>
          {keeper.expiresSoon && (
            <p role="status" className={styles.warning}>
              {text('expiresSoon', { date })}
            </p>
          )}
        </>
      }
      notice={
        <>
          <OfflineNotice says="offline" />
          <div role="status">
            {keeper.state === 'failed' && !isOffline && <p className={styles.notSaved}>{text('notSaved')}</p>}
          </div>
        </>
      }
    />
  );
}
