import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { refusalWords, type SsoRefusal } from './rules.ts';

/** What the trail keeps of a refusal: why, and whom the provider vouched for. */
interface Told {
  why: SsoRefusal;
  entity_id: number | null;
  subject?: string | undefined;
  email?: string | null | undefined;
  /** The provider's word, such as access_denied. */
  code?: string | null | undefined;
}

/** A sign-in by single sign-on that is refused: thrown out of any transaction, then written down. */
export class SsoRefused extends Error {
  readonly shown: AppError;
  readonly told: Told;
  constructor(shown: AppError, told: Told) {
    super(shown.message);
    this.shown = shown;
    this.told = told;
  }
}

export function refuseSso(
  { deps }: Context,
  why: SsoRefusal,
  told: Partial<Omit<Told, 'why'>> = {},
): SsoRefused {
  const shown = new AppError('wrong_state', { message: refusalWords(why, deps.config.SSO_NAME) });
  return new SsoRefused(shown, { entity_id: null, ...told, why });
}
