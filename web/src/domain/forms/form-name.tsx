import { agentNameOf, differingClientName } from '@ledgerline/contract/submissions/form-names';
import styles from './form-name.module.css';

/** A form's name for agents, followed by the name for clients where it differs (decisions O11). */
export function FormName({ form }: { form: Parameters<typeof agentNameOf>[0] }) {
  const beside = differingClientName(form);
  return (
    <>
      {agentNameOf(form)}
      {beside !== null && <span className={styles.beside}> · {beside}</span>}
    </>
  );
}
