import type { ProviderPart } from '../contract/src/providers/endpoints.ts';
import { ACCOUNTS } from '../contract/src/rules.ts';
import { StartupError } from '../host/src/startup-error.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { checkProviders } from '../server/src/providers/check-providers.ts';
import { runCommand } from './installation.ts';

const LABELS = new Map<ProviderPart, string>([
  ['esign', 'e-signature'],
  ...ACCOUNTS.map(({ value, part }) => [part, `payments ${value}`] as const),
  ['sso', 'sign-in'],
]);
const EMAIL_OPTION = '--send-test-mail=';

/** npm run providers:check [-- --send-test-mail=<address>]: exit code 1 if a check failed. */
await runCommand(async (config, args) => {
  const wrong = args.find((arg) => !arg.startsWith(EMAIL_OPTION) || !arg.includes('@'));
  if (wrong) {
    throw new StartupError(
      `${wrong} is not an option: npm run providers:check [-- ${EMAIL_OPTION}you@example.com]`,
    );
  }
  const testEmailTo = args.at(-1)?.slice(EMAIL_OPTION.length);
  const lines = await checkProviders({ config, clock: systemClock, testEmailTo });
  for (const { ok, part, what, detail } of lines) {
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${(LABELS.get(part) ?? part).padEnd(12)}  ${what}: ${detail}`);
  }
  const failed = lines.filter(({ ok }) => !ok).length;
  console.log(failed === 0 ? 'Everything works.' : `${failed} of ${lines.length} checks failed.`);
  if (failed > 0) process.exitCode = 1;
});
