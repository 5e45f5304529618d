import { randomBytes } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Books, FakeEnvelope, FakeRecipient, FakeView } from './books.ts';
import { type EnvelopeLife, OPEN } from './envelope-life.ts';
import { enteredIn, messagePage, signingPage } from './signing-page.ts';
import { redeem } from './views.ts';

interface SigningSession {
  envelope: FakeEnvelope;
  recipient: FakeRecipient;
  returnUrl: string;
}

/** The signing pages: a signing URL works only once, but the page that it opens stays usable. */
export class SigningPages {
  readonly #openSessions = new Map<string, FakeView>();
  readonly #books: Books;
  readonly #life: EnvelopeLife;

  constructor(books: Books, life: EnvelopeLife) {
    this.#books = books;
    this.#life = life;
  }

  /** Opens a signing URL as the signer's browser does; throws if it is no longer valid. */
  open(token: string): SigningSession {
    const view = redeem(this.#books, token);
    if (!view) throw new Error('the signing URL was used before, is older than five minutes or is unknown');
    return this.#look(view);
  }

  routes(app: Express): void {
    app.get('/Signing/MTRedeem/v1/:token', (request, response) => {
      const { token } = request.params;
      const known = this.#books.state.views.find((view) => view.token === token);
      const view = redeem(this.#books, token);
      if (!known) response.status(404).type('html').send(messagePage('This link is not valid.'));
      else if (!view) back(response, known.returnUrl, 'ttl_expired');
      else {
        const session = this.#look(view);
        const id = randomBytes(16).toString('hex');
        this.#openSessions.set(id, view);
        response
          .set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
          .type('html')
          .send(signingPage(`/Signing/session/${id}`, session.envelope, session.recipient));
      }
    });
    app.post('/Signing/session/:id', (request, response) => {
      const view = this.#openSessions.get(request.params.id);
      if (!view) response.status(404).type('html').send(messagePage('This page has expired.'));
      else this.#handleAction(view, request, response);
    });
  }

  #handleAction(view: FakeView, request: Request, response: Response): void {
    const form: Record<string, unknown> = request.body ?? {};
    const { envelope, recipient, returnUrl } = this.#sessionOf(view);
    const isWaiting = recipient.status === 'sent' || recipient.status === 'delivered';
    const isOpen = isWaiting && OPEN.includes(envelope.status);
    if (form.action === 'cancel') back(response, returnUrl, 'cancel');
    else if (!isOpen) back(response, returnUrl, 'viewing_complete');
    else if (form.action === 'decline') {
      this.#life.decline(envelope, recipient, String(form.reason ?? ''));
      back(response, returnUrl, 'decline');
    } else {
      this.#life.sign(envelope, recipient, enteredIn(recipient, form));
      back(response, returnUrl, 'signing_complete');
    }
    this.#books.save();
  }

  #look(view: FakeView): SigningSession {
    const session = this.#sessionOf(view);
    if (OPEN.includes(session.envelope.status)) this.#life.open(session.envelope, session.recipient);
    this.#books.save();
    return session;
  }

  #sessionOf({ envelopeId, recipientId, returnUrl }: FakeView): SigningSession {
    const envelope = this.#books.envelope(envelopeId);
    const recipient = envelope?.recipients.find((each) => each.recipientId === recipientId);
    if (!envelope || !recipient) throw new Error('the view does not belong to an envelope');
    return { envelope, recipient, returnUrl };
  }
}

function back(response: Response, returnUrl: string, event: string): void {
  const target = new URL(returnUrl);
  target.searchParams.set('event', event);
  response.redirect(303, target.href);
}
