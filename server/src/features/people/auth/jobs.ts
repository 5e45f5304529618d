import type { Deps } from '#platform/context.ts';
import { type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { emailPasswordLink, LINK_QUEUE, passwordLinkPayload } from './password-links/send-link.ts';
import { deleteEndedSignIns } from './sign-in.ts';
import { checkIdentityProvider } from './sso/check-provider.ts';

/**
 * Removes sign-ins that ended more than a month ago and expired links; the audit log still records who signed
 * in when.
 */
export function authJobs(deps: Deps): JobHandler[] {
  return [
    { queue: 'forget-sign-ins', cron: '23 4 * * *', work: () => deleteEndedSignIns(deps) },
    ...(deps.identity
      ? [{ queue: 'check-identity-provider', cron: '*/10 * * * *', work: () => checkIdentityProvider(deps) }]
      : []),
    jobWithPayload({
      queue: LINK_QUEUE,
      payload: passwordLinkPayload,
      work: (job) => emailPasswordLink(deps, job),
    }),
  ];
}
