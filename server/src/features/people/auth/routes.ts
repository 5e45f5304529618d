import * as endpoints from '@ledgerline/contract/auth/endpoints';
import * as links from '@ledgerline/contract/auth/password-links/endpoints';
import * as reauthentication from '@ledgerline/contract/auth/reauthentication/endpoints';
import * as devices from '@ledgerline/contract/auth/remembered-devices/endpoints';
import * as signIns from '@ledgerline/contract/auth/sign-ins/endpoints';
import * as sso from '@ledgerline/contract/auth/sso/endpoints';
import * as steps from '@ledgerline/contract/auth/two-factor/endpoints';
import { type Route, route, routeWithoutTransaction } from '#platform/http/route.ts';
import {
  listRememberedDevices,
  removeRememberedDevice,
  removeRememberedDevices,
} from './devices/list-remembered-devices.ts';
import { recordActivity } from './idle/record-activity.ts';
import { endOtherSignIns, endSignIn, listSignIns } from './list-sign-ins.ts';
import * as invitations from './password-links/invite-agents.ts';
import { sendPasswordLink } from './password-links/send-link.ts';
import { checkPasswordLink, setPasswordByLink } from './password-links/use-link.ts';
import {
  getReauthenticationMethods,
  reauthenticate,
  startPasskeyReauthentication,
} from './reauthenticate.ts';
import { removeAgentTwoFactor } from './remove-agent-two-factor.ts';
import * as service from './sign-in.ts';
import { finishSso } from './sso/finish-sso.ts';
import { getIdentity, removeIdentity } from './sso/linked-identity.ts';
import { startSso, startSsoReauthentication } from './sso/start-sso.ts';
import { signInWithPasskey, startPasskeySignIn, verifyTwoFactor } from './verify-two-factor.ts';

export const authRoutes: Route[] = [
  routeWithoutTransaction(endpoints.signIn, (ctx, { body }, http) => service.signIn(ctx, body, http)),
  routeWithoutTransaction(steps.verifyTwoFactor, (ctx, { body }, http) => verifyTwoFactor(ctx, body, http)),
  routeWithoutTransaction(steps.startPasskeySignIn, (ctx, { body }) => startPasskeySignIn(ctx, body)),
  routeWithoutTransaction(steps.signInWithPasskey, (ctx, { body }, http) =>
    signInWithPasskey(ctx, body, http),
  ),
  routeWithoutTransaction(sso.startSso, (ctx, { body }, http) => startSso(ctx, body, http)),
  routeWithoutTransaction(sso.startSsoReauthentication, (ctx, _, http) =>
    startSsoReauthentication(ctx, http),
  ),
  routeWithoutTransaction(sso.finishSso, (ctx, { body }, http) => finishSso(ctx, body, http)),
  route(sso.getIdentity, (ctx, { params }) => getIdentity(ctx, params.id)),
  route(sso.removeIdentity, (ctx, { params }) => removeIdentity(ctx, params.id)),
  route(steps.removeTwoFactor, (ctx, { params }) => removeAgentTwoFactor(ctx, params.id)),
  route(endpoints.signOut, (ctx) => service.signOut(ctx)),
  route(links.sendPasswordLink, (ctx, { body }) => sendPasswordLink(ctx, body)),
  route(links.checkPasswordLink, (ctx, { body }) => checkPasswordLink(ctx, body)),
  route(links.setPasswordByLink, (ctx, { body }) => setPasswordByLink(ctx, body)),
  route(links.getInvitation, (ctx, { params }) => invitations.getInvitation(ctx, params.id)),
  route(links.sendInvitation, (ctx, { params }) => invitations.sendInvitation(ctx, params.id)),
  route(links.withdrawInvitation, (ctx, { params }) => invitations.withdrawInvitation(ctx, params.id)),
  route(signIns.recordActivity, (ctx) => recordActivity(ctx)),
  route(signIns.listSignIns, (ctx, { params }) => listSignIns(ctx, params.id)),
  route(signIns.endSignIn, (ctx, { params }) => endSignIn(ctx, params.id, params.signInId)),
  route(signIns.endOtherSignIns, (ctx, { params }) => endOtherSignIns(ctx, params.id)),
  route(devices.listRememberedDevices, (ctx, { params }, http) =>
    listRememberedDevices(ctx, params.id, http),
  ),
  route(devices.removeRememberedDevice, (ctx, { params }) =>
    removeRememberedDevice(ctx, params.id, params.deviceId),
  ),
  route(devices.removeRememberedDevices, (ctx, { params }) => removeRememberedDevices(ctx, params.id)),
  route(reauthentication.getReauthenticationMethods, (ctx) => getReauthenticationMethods(ctx)),
  route(reauthentication.startPasskeyReauthentication, (ctx) => startPasskeyReauthentication(ctx)),
  routeWithoutTransaction(reauthentication.reauthenticate, (ctx, { body }) => reauthenticate(ctx, body)),
];
