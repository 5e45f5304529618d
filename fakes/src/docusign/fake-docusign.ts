import type { RequestHandler } from 'express';
import { ProviderServer } from '../provider-server.ts';
import { Books, connectSecret, type FakeEnvelope, type FakeRecipient, type FakeTemplate } from './books.ts';
import { Connect } from './connect.ts';
import { connectRoutes } from './connect-routes.ts';
import { DEFAULT_TEMPLATES } from './default-templates.ts';
import { Downloads } from './downloads.ts';
import { type Entered, EnvelopeLife } from './envelope-life.ts';
import { envelopeRoutes } from './envelope-routes.ts';
import { Oauth } from './oauth.ts';
import { SigningPages } from './pages.ts';
import { Polling } from './polling.ts';
import { rateHeaders } from './rate-headers.ts';
import { createTemplate, type NewTemplate } from './template-maker.ts';
import { templateRoutes } from './template-routes.ts';
import { viewRoutes } from './views.ts';

export interface FakeDocusignOptions {
  now?: () => Date;
  /** Stores the state in this file, so that a demo continues after a restart. */
  saveTo?: string;
  /** Used instead of the three default templates. */
  templates?: NewTemplate[];
}

/**
 * A stateful DocuSign account: REST API, account server, signing pages and Connect. It is written from the official
 * contract and provider-specs/GUIDE.md, so that it tests the adapter instead of repeating its assumptions.
 */
export class FakeDocusign {
  readonly http: ProviderServer;
  readonly oauth: Oauth;
  readonly connect: Connect;
  /** Envelopes that were polled too often; `polling.isEnforced` rejects such requests. */
  readonly polling: Polling;
  readonly #books: Books;
  readonly #life: EnvelopeLife;
  readonly #pages: SigningPages;

  constructor({ now = () => new Date(), saveTo, templates = DEFAULT_TEMPLATES }: FakeDocusignOptions = {}) {
    this.#books = new Books({ now, saveTo });
    this.oauth = new Oauth(this.#books);
    this.connect = new Connect(this.#books);
    this.polling = new Polling(this.#books);
    this.#life = new EnvelopeLife(this.#books, this.connect.sendEvent);
    this.#pages = new SigningPages(this.#books, this.#life);
    if (this.templates.length === 0) for (const template of templates) this.addTemplate(template);
    const ownUrl = () => this.url;
    this.http = new ProviderServer({
      provider: 'docusign',
      before: (app) => {
        app.use((_request, response, next) => {
          response.set('Date', now().toUTCString());
          next();
        });
        this.oauth.routes(app, ownUrl);
        this.#pages.routes(app);
        app.use('/restapi', rateHeaders(now), this.oauth.requireToken);
        app.use('/restapi/v2.1/accounts/:accountId', this.#requireAccount);
      },
      routes: (app) => {
        const [books, downloads] = [this.#books, new Downloads()];
        templateRoutes(app, books, downloads);
        viewRoutes(app, books, ownUrl);
        envelopeRoutes(app, { books, life: this.#life, downloads, polling: this.polling });
        connectRoutes(app, books, this.connect);
        app.use('/restapi', (_request, response) => {
          response
            .status(404)
            .json({ errorCode: 'RESOURCE_NOT_FOUND', message: 'The fake does not support this route.' });
        });
      },
      errorBody: (_status, message) => ({ errorCode: 'INVALID_REQUEST_BODY', message }),
    });
  }

  get url(): string {
    return this.http.url;
  }

  start(port?: number): Promise<void> {
    return this.http.start(port);
  }

  async stop(): Promise<void> {
    await this.connect.stop();
    await this.http.stop();
    this.#books.flush();
  }

  /** The Ledgerline settings for this account. */
  environment(publicUrl: string): Record<string, string> {
    const { integrationKey, userId, accountId, privateKey, connectSecrets } = this.#books.state.identity;
    return {
      ESIGN_PROVIDER: 'docusign',
      PUBLIC_URL: publicUrl,
      DOCUSIGN_OAUTH_URL: this.url,
      DOCUSIGN_JWT_AUDIENCE: this.oauth.audience,
      DOCUSIGN_INTEGRATION_KEY: integrationKey,
      DOCUSIGN_USER_ID: userId,
      DOCUSIGN_ACCOUNT_ID: accountId,
      DOCUSIGN_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
      DOCUSIGN_CONNECT_SECRETS: connectSecrets.join(','),
      DOCUSIGN_CONSENT_REDIRECT_URL: `${publicUrl.replace(/\/$/, '')}/`,
    };
  }

  get accountId(): string {
    return this.#books.state.identity.accountId;
  }

  /** All envelopes, oldest first. */
  get envelopes(): readonly FakeEnvelope[] {
    return this.#books.state.envelopes;
  }

  get templates(): readonly FakeTemplate[] {
    return this.#books.state.templates;
  }

  envelopesOf(transactionId: string): FakeEnvelope[] {
    return this.envelopes.filter((envelope) => envelope.transactionId === transactionId);
  }

  /** Parts of create calls that the live API silently drops. */
  get ignored(): string[] {
    return this.envelopes.flatMap((envelope) => envelope.ignored);
  }

  envelope(envelopeId: string): FakeEnvelope {
    const envelope = this.#books.envelope(envelopeId);
    if (!envelope) throw new Error(`the fake has no envelope ${envelopeId}`);
    return envelope;
  }

  /** Secrets that sign Connect messages; adding one is the first step of a rotation. */
  get connectSecrets(): string[] {
    return this.#books.state.identity.connectSecrets;
  }

  addConnectSecret(secret = connectSecret()): string {
    this.connectSecrets.push(secret);
    this.#books.save();
    return secret;
  }

  addTemplate(template: NewTemplate): FakeTemplate {
    const created = createTemplate(template, () => this.#books.stamp());
    this.#books.state.templates.push(created);
    this.#books.save();
    return created;
  }

  /** Replaces the content of a template; its ID and creation date do not change. */
  changeTemplate(templateId: string, template: NewTemplate): FakeTemplate {
    const known = this.#template(templateId);
    const { created } = known;
    Object.assign(
      known,
      createTemplate(template, () => this.#books.stamp()),
      { templateId, created },
    );
    this.#books.save();
    return known;
  }

  /** Moves a template to "Deleted Items", or deletes it permanently with `isPermanent`. */
  deleteTemplate(templateId: string, { isPermanent = false } = {}): void {
    const template = this.#template(templateId);
    template.isDeleted = true;
    template.lastModified = this.#books.stamp();
    const { templates } = this.#books.state;
    if (isPermanent) templates.splice(templates.indexOf(template), 1);
    this.#books.save();
  }

  /** Opens a signing URL as the signer's browser does. */
  open(url: string): { envelopeId: string; role: string; returnUrl: string } {
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const { envelope, recipient, returnUrl } = this.#pages.open(token);
    return { envelopeId: envelope.envelopeId, role: recipient.roleName, returnUrl };
  }

  sign(envelopeId: string, role: string, entered: Entered = {}): void {
    this.#life.sign(this.envelope(envelopeId), this.recipient(envelopeId, role), entered);
    this.#books.save();
  }

  decline(envelopeId: string, role: string, reason = 'I do not agree.'): void {
    this.#life.decline(this.envelope(envelopeId), this.recipient(envelopeId, role), reason);
    this.#books.save();
  }

  /** The signing period expires, and DocuSign voids the envelope. */
  expire(envelopeId: string): void {
    this.#life.void(this.envelope(envelopeId), 'Envelope has expired.');
    this.#books.save();
  }

  /** Sets a status that only DocuSign's own screens can set, such as `correct` or `deleted`. */
  setStatus(envelopeId: string, status: string): void {
    const at = this.#books.stamp();
    const times = { statusChangedDateTime: at, lastModifiedDateTime: at };
    Object.assign(this.envelope(envelopeId), { status, ...times });
    this.#books.save();
  }

  /** A signer corrects their name while signing, if the account allows it; later views require the new name. */
  rename(envelopeId: string, role: string, name: string): void {
    this.recipient(envelopeId, role).name = name;
    this.#books.save();
  }

  recipient(envelopeId: string, role: string): FakeRecipient {
    const found = this.envelope(envelopeId).recipients.find(({ roleName }) => roleName === role);
    if (!found) throw new Error(`the envelope has no ${role}`);
    return found;
  }

  #template(templateId: string): FakeTemplate {
    const template = this.#books.template(templateId);
    if (!template) throw new Error(`the fake has no template ${templateId}`);
    return template;
  }

  #requireAccount: RequestHandler = (request, response, next) => {
    if (request.params.accountId === this.accountId) return next();
    const message = 'The userId provided does not belong to the specified account.';
    response.status(401).json({ errorCode: 'USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT', message });
  };
}
