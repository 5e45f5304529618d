import { owedText } from '@ledgerline/contract/rules';
import type { ListedSession, Session } from '@ledgerline/contract/sessions/endpoints';
import { Text } from '@mantine/core';

interface OwedTextProps {
  session: Pick<Session, 'total_cents'>;
  balance: ListedSession['balance'];
}

/** Beside a session's status, which may state that a payment was received: what is still owed; nothing where nothing is. */
export function OwedText({ session, balance }: OwedTextProps) {
  if (balance === null) return null;
  const { paid_cents: paid, settled_cents: settled } = balance;
  const owed = owedText({ total: session.total_cents, paid, settled });
  if (owed === null) return null;
  return (
    <Text span size="xs" fw={600} c="var(--mantine-color-text)" className="tabular">
      {owed}
    </Text>
  );
}
