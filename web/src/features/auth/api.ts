import * as devices from '@ledgerline/contract/auth/remembered-devices/endpoints';
import * as sso from '@ledgerline/contract/auth/sso/endpoints';
import * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';
import { ignoreNotFound } from '../../lib/api-error.ts';
import { createPasskey } from '../../lib/passkeys.ts';

const TWO_FACTOR = ['auth', 'factors'] as const;
const identityKey = (agentId: number) => ['auth', 'identity', agentId] as const;
const RULES = ['auth', 'rules'] as const;
/** Below the agent's sign-ins: a live event about these refetches remembered devices too. */
const devicesKey = (agentId: number) => ['sign-ins', agentId, 'devices'] as const;
/** Refetched after each change of a two-factor method, which also forgets remembered devices. */
const METHODS = [TWO_FACTOR, RULES, ['sign-ins']] as const;

/** The agent's own two-factor methods. Refetched on every display because their last use changes. */
export function useTwoFactorMethods() {
  return useQuery({
    queryKey: TWO_FACTOR,
    queryFn: async ({ signal }) => (await api(endpoints.getTwoFactorMethods, { signal })).data,
    staleTime: 0,
  });
}

/** The secret exists only while its dialog is open and is never cached. */
export function useStartApp() {
  return useMutation({ mutationFn: async () => (await api(endpoints.startApp)).data, gcTime: 0 });
}

export function useConfirmApp() {
  return useWrite(
    async (code: string) => (await api(endpoints.confirmApp, { body: { code } })).data,
    invalidate(...METHODS),
  );
}

export function useRemoveApp() {
  return useWrite(() => api(endpoints.removeApp), invalidate(...METHODS));
}

/** Requests creation options from the server, creates the passkey in the browser and stores it on the server. */
export function useAddPasskey() {
  return useWrite(
    async (name: string) => {
      const { ticket, order } = (await api(endpoints.startPasskey)).data;
      const answer = await createPasskey(order);
      return (await api(endpoints.addPasskey, { body: { name, ticket, answer } })).data;
    },
    invalidate(...METHODS),
  );
}

export function useRemovePasskey() {
  return useWrite((id: number) => api(endpoints.removePasskey, { params: { id } }), invalidate(...METHODS));
}

export function useRenewCodes() {
  return useWrite(
    async () => (await api(endpoints.renewRecoveryCodes)).data.recovery_codes,
    invalidate(TWO_FACTOR),
  );
}

/** The identity provider account an agent signs in with. */
export function useIdentity(agentId: number) {
  return useQuery({
    queryKey: identityKey(agentId),
    queryFn: ({ signal }) => api(sso.getIdentity, { params: { id: agentId }, signal }),
    staleTime: 0,
  });
}

export function useRemoveIdentity(agentId: number) {
  return useWrite(
    () => api(sso.removeIdentity, { params: { id: agentId } }),
    invalidate(identityKey(agentId), ['agents']),
  );
}

/** For owners: who must use two-factor authentication, and who has not set it up. */
export function useSignInPolicy() {
  return useQuery({
    queryKey: RULES,
    queryFn: async ({ signal }) => (await api(endpoints.getSignInPolicy, { signal })).data,
    staleTime: 0,
  });
}

export function useUpdateSignInPolicy() {
  return useWrite(
    (body: BodyInput<typeof endpoints.updateSignInPolicy>) => api(endpoints.updateSignInPolicy, { body }),
    invalidate(...METHODS),
  );
}

export function useRemoveTwoFactor(agentId: number) {
  return useWrite(
    () => api(endpoints.removeTwoFactor, { params: { id: agentId } }),
    invalidate(RULES, ['sign-ins', agentId]),
  );
}

/** The devices that skip two-factor authentication. Refetched on every display because their last use changes. */
export function useRememberedDevices(agentId: number) {
  return useQuery({
    queryKey: devicesKey(agentId),
    queryFn: ({ signal }) => api(devices.listRememberedDevices, { params: { id: agentId }, signal }),
    staleTime: 0,
  });
}

/** Removes one remembered device, or all of them with null. */
export function useRemoveDevices(agentId: number) {
  return useWrite(
    async (deviceId: number | null) =>
      deviceId === null
        ? api(devices.removeRememberedDevices, { params: { id: agentId } })
        : ignoreNotFound(api(devices.removeRememberedDevice, { params: { id: agentId, deviceId } })),
    invalidate(devicesKey(agentId)),
  );
}
