import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Deps } from '#platform/context.ts';
import {
  type CreateEnvelope,
  type EnvelopeState,
  EsignError,
  type EsignPort,
  type EsignSigner,
  type EsignTemplate,
} from '#platform/ports/esign.ts';

/** An external e-signature provider in memory: signing URLs on another host, responses that may be stale. */
export class ExternalEsign implements EsignPort {
  readonly name = 'docusign';
  readonly hasOwnPage = false;
  readonly templates: EsignTemplate[] = [];
  readonly envelopes = new Map<string, { state: EnvelopeState; input: CreateEnvelope }>();
  readonly returnUrls: string[] = [];
  /** Every call that reached it, by name. */
  readonly calls: string[] = [];
  isDown = false;
  /** The completed document cannot be downloaded. */
  hasNoDocuments = false;
  /** The age of its responses. */
  memoryMs = 0;
  private readonly clock: Clock;
  private readonly pdf: Buffer;

  constructor(clock: Clock, pdf: Buffer) {
    this.clock = clock;
    this.pdf = pdf;
  }

  async listTemplates() {
    this.note('listTemplates');
    return this.templates.map(({ id, name, version }) => ({ id, name, version }));
  }

  async template(id: string): Promise<EsignTemplate> {
    const found = this.templates.find((one) => one.id === id);
    if (!found) throw new EsignError('not_found', 'There is no such template.');
    return found;
  }

  async templateDocument(): Promise<Buffer> {
    return this.pdf;
  }

  async createEnvelope(input: CreateEnvelope): Promise<EnvelopeState> {
    this.note('createEnvelope');
    await this.template(input.templateId);
    const envelopeId = randomUUID();
    const signers = input.people.map(({ role }) => ({ role, status: 'waiting' as const, signedAt: null }));
    const state: EnvelopeState = {
      envelopeId,
      status: 'sent',
      signers,
      choices: { checkboxTabs: {}, listTabs: {} },
      completedAt: null,
      voidedAt: null,
      asOf: this.clock.now(),
    };
    this.envelopes.set(envelopeId, { state, input });
    return this.look(envelopeId);
  }

  async signingUrl({ envelopeId, returnUrl }: { envelopeId: string; returnUrl: string }): Promise<string> {
    this.note('signingUrl');
    this.returnUrls.push(returnUrl);
    return `https://sign.outside.example/${envelopeId}`;
  }

  async status(envelopeId: string): Promise<EnvelopeState> {
    this.note('status');
    return this.look(envelopeId);
  }

  async changedSince(): Promise<EnvelopeState[]> {
    this.note('changedSince');
    return [...this.envelopes.keys()].map((id) => this.look(id));
  }

  async documents() {
    return [{ documentId: '1', name: 'document.pdf' }];
  }

  async document(): Promise<Buffer> {
    this.note('document');
    if (this.hasNoDocuments) throw new EsignError('unavailable', 'not to be had');
    return this.pdf;
  }

  async finished() {
    return { bytes: await this.document() };
  }

  async void(envelopeId: string): Promise<void> {
    this.note('void');
    Object.assign(this.of(envelopeId), { status: 'voided', voidedAt: this.clock.now() });
  }

  verifyWebhook(): null {
    return null;
  }

  async readEvent(): Promise<null> {
    return null;
  }

  of(envelopeId: string): EnvelopeState {
    const found = this.envelopes.get(envelopeId);
    if (!found) throw new EsignError('not_found', 'There is no such envelope.');
    return found.state;
  }

  /** A signer's action at the provider. */
  sign(envelopeId: string, role: EsignSigner): void {
    const state = this.of(envelopeId);
    const at = this.clock.now();
    state.signers = state.signers.map((one) =>
      one.role === role ? { ...one, status: 'signed', signedAt: at } : one,
    );
    if (state.signers.some(({ status }) => status !== 'signed')) return;
    Object.assign(state, { status: 'completed', completedAt: at });
  }

  private look(envelopeId: string): EnvelopeState {
    return { ...this.of(envelopeId), asOf: new Date(this.clock.now().getTime() - this.memoryMs) };
  }

  private note(call: string): void {
    this.calls.push(call);
    if (this.isDown) throw new EsignError('unavailable', 'no response');
  }
}

/** Connects a test's server to this provider. */
export function signWith(deps: Deps, provider: ExternalEsign): void {
  Object.assign(deps, { esign: provider });
}
