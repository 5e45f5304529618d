/**
 * The steps of an owner's getting-started list, in the recommended order: the public address of the portal, a mail server, a new owner
 * password, a colleague, a client, a form template, a sent link (decision 054).
 */
export const GETTING_STARTED_STEPS = [
  'address',
  'mail',
  'sign_in',
  'colleague',
  'client',
  'template',
  'link',
] as const;
export type GettingStartedStep = (typeof GETTING_STARTED_STEPS)[number];
