import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { checkPasswordLink, setPasswordByLink } from '@ledgerline/contract/auth/password-links/endpoints';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

export const NEW_PASSWORD = 'a better password';
export const INVALID_LINK =
  'This link is no longer valid: it was used, replaced by a newer one, or has expired.';

export const RESET = /Subject: .*: set a new password/;
export const INVITED = /: your account/;
export const CHANGED = /your password was changed/;
export const CONFIRM = /confirm your email address/;
export const EMAIL_REQUESTED = /a change of your email address was requested/;
export const EMAIL_CHANGED = /your email address was changed/;
export const UNCONFIRMED = /an unconfirmed email address/;
export const USERNAME_CHANGED = /your username was changed/;

/** The emails of a kind to an address that have left the server, by the token in each; '' for those without. */
export async function sentTokens(t: TestApp, email: string, subject: RegExp): Promise<string[]> {
  return (await sentEmails(t, email, subject)).map(
    (message) => message.match(/(?:set-password|confirm-email)#([\w-]{32})/)?.[1] ?? '',
  );
}

/** The emails of a kind to an address that have left the server, without soft line breaks. */
export async function sentEmails(t: TestApp, email: string, subject: RegExp): Promise<string[]> {
  const folder = path.join(t.config.DATA_DIR, 'outbox');
  // Others are still being written.
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const messages = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return messages
    .filter((message) => message.includes(`To: ${email}`) && subject.test(message))
    .map((message) => message.replaceAll('=\n', ''));
}

const known = new Set<string>();

/** All tokens emailed so far, new ones last: emails of one instant have no order. */
export async function tokensOf(t: TestApp, email: string, count: number, subject = RESET): Promise<string[]> {
  await expect.poll(async () => (await sentTokens(t, email, subject)).length).toBe(count);
  const tokens = await sentTokens(t, email, subject);
  const inOrder = [...tokens.filter((one) => known.has(one)), ...tokens.filter((one) => !known.has(one))];
  for (const token of tokens) known.add(token);
  return inOrder;
}

export const setByLink = (t: TestApp, token: string, password = NEW_PASSWORD) =>
  t.call(setPasswordByLink, { body: { token, password } });

export const checkLink = (t: TestApp, token: string) => t.call(checkPasswordLink, { body: { token } });

/** The status of a sign-in. */
export const signInStatus = async (t: TestApp, username: string, password: string) =>
  (await t.call(signIn, { body: { username, password } })).status;
