import { type Fakes, startFakes } from '../demo/fakes.ts';
import type { AgentSession } from './agent-session.ts';

/** Where people sign and pay when the providers are outside: they acknowledge, and the product has to hear of it. */
export interface Outside {
  environment: Record<string, string>;
  sign(agentSession: AgentSession, address: string, formId: number): void;
  pay(agentSession: AgentSession, squareInvoiceId: string): void;
  /** Messages that wait to be delivered. */
  waiting(): number;
  /** Invoices of which more than one stands at Square unpaid or paid, by title. */
  publishedTwice(): string[];
  /** Forms that were sent for signing more than once, by envelope. */
  signedTwice(): string[];
  stop(): Promise<void>;
}

const ENDED = ['CANCELED', 'FAILED'];

export async function openOutside(folder: string, portal: string): Promise<Outside> {
  const fakes: Fakes = await startFakes(folder, portal);
  const { docusign, square } = fakes;
  docusign.connect.retryMs = 500;
  fakes.connect();
  return {
    environment: fakes.environment,
    sign(agentSession, address, formId) {
      const { envelopeId, role } = docusign.open(address);
      const operation = agentSession.recorder.start('signature', String(formId));
      docusign.sign(envelopeId, role, {});
      operation.state = 'acknowledged';
    },
    pay(agentSession, squareInvoiceId) {
      const { id } = square.pay(squareInvoiceId, { method: 'card' });
      const operation = agentSession.recorder.start('payment', id);
      operation.state = 'acknowledged';
    },
    waiting: () => docusign.connect.outbox.length + square.outbox.waiting.length,
    publishedTwice() {
      const live = (['BFS', 'BFA'] as const).flatMap((account) =>
        square.merchant(account).invoices.filter(({ status }) => !ENDED.includes(status)),
      );
      return repeated(live.map(({ title }) => title ?? ''));
    },
    signedTwice: () =>
      repeated(
        docusign.envelopes
          .filter(({ status }) => status === 'completed')
          .map(({ transactionId }) => transactionId ?? ''),
      ),
    async stop() {
      await docusign.stop();
      await square.stop();
    },
  };
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index))];
}
