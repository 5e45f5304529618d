/**
 * What an owner's first day is made of, in the order in which it is best done: the address that clients reach the portal
 * under, a mail server, a password of one's own, a colleague, a client, a form template, a link that was sent
 * (decision 054).
 */
export const FIRST_DAY_STEPS = [
  'address',
  'mail',
  'sign_in',
  'colleague',
  'client',
  'template',
  'link',
] as const;
export type GettingStartedStep = (typeof FIRST_DAY_STEPS)[number];
