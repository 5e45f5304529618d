import { randomBytes } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Books, FakeEnvelope, FakeRecipient, FakeView } from './books.ts';
import { type EnvelopeLife, OPEN } from './envelope-life.ts';
import { enteredIn, messagePage, signingPage } from './signing-page.ts';
import { redeem } from './views.ts';

interface Sitting {
  envelope: FakeEnvelope;
  recipient: FakeRecipient;
  returnUrl: string;
}

/** What a person sees at DocuSign: the address is used up by opening it, the page behind it stays open. */
export class SigningPages {
  readonly #sittings = new Map<string, FakeView>();
  readonly #books: Books;
  readonly #life: EnvelopeLife;

  constructor(books: Books, life: EnvelopeLife) {
    this.#books = books;
    this.#life = life;
  }

  /** Opens a signing address as the signer's browser does; throws when it leads nowhere any more. */
  open(token: string): Sitting {
    const view = redeem(this.#books, token);
    if (!view) throw new Error('the signing address was used before, is older than five minutes or unknown');
    return this.#look(view);
  }

  routes(app: Express): void {
    app.get('/Signing/MTRedeem/v1/:token', (request, response) => {
      const { token } = request.params;
      const known = this.#books.state.views.find((view) => view.token === token);
      const view = redeem(this.#books, token);
      if (!known) response.status(404).type('html').send(messagePage('This address is unknown.'));
      else if (!view) back(response, known.returnUrl, 'ttl_expired');
      else {
        const sitting = this.#look(view);
        const id = randomBytes(16).toString('hex');
        this.#sittings.set(id, view);
        response
          .set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
          .type('html')
          .send(signingPage(`/Signing/sitting/${id}`, sitting.envelope, sitting.recipient));
      }
    });
    app.post('/Signing/sitting/:id', (request, response) => {
      const view = this.#sittings.get(request.params.id);
      if (!view) response.status(404).type('html').send(messagePage('This page is no longer open.'));
      else this.#handleAction(view, request, response);
    });
  }

  #handleAction(view: FakeView, request: Request, response: Response): void {
    const form: Record<string, unknown> = request.body ?? {};
    const { envelope, recipient, returnUrl } = this.#sitting(view);
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

  #look(view: FakeView): Sitting {
    const sitting = this.#sitting(view);
    if (OPEN.includes(sitting.envelope.status)) this.#life.open(sitting.envelope, sitting.recipient);
    this.#books.save();
    return sitting;
  }

  #sitting({ envelopeId, recipientId, returnUrl }: FakeView): Sitting {
    const envelope = this.#books.envelope(envelopeId);
    const recipient = envelope?.recipients.find((each) => each.recipientId === recipientId);
    if (!envelope || !recipient) throw new Error('the view belongs to no envelope');
    return { envelope, recipient, returnUrl };
  }
}

function back(response: Response, returnUrl: string, event: string): void {
  const target = new URL(returnUrl);
  target.searchParams.set('event', event);
  response.redirect(303, target.href);
}
