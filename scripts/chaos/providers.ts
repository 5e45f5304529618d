import { type Fakes, startFakes } from '../demo/fakes.ts';
import type { AgentSession } from './agent-session.ts';

/** Fakes of the external providers: they acknowledge signatures and payments, and the product must learn of them. */
export interface Providers {
  environment: Record<string, string>;
  sign(agentSession: AgentSession, address: string, formId: number): void;
  pay(agentSession: AgentSession, squareInvoiceId: string): void;
  /** The number of messages waiting for delivery. */
  waiting(): number;
  /** Titles of invoices that exist more than once at Square, paid or unpaid. */
  publishedTwice(): string[];
  /** Forms with more than one completed envelope. */
  signedTwice(): string[];
  stop(): Promise<void>;
}

const ENDED = ['CANCELED', 'FAILED'];

export async function openProviders(folder: string, portal: string): Promise<Providers> {
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
