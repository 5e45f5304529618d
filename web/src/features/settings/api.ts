import { brandStyle } from '@ledgerline/contract/rules';
import {
  type Brand,
  type BrandBody,
  type GlobalSettings,
  getBrand,
  getGlobalSettings,
  getInstallation,
  type PublicSettings,
  updateBrand,
  updateGlobalSettings,
} from '@ledgerline/contract/settings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { REMINDERS } from '../../domain/reminders/use-reminders.ts';
import { api, useWrite } from '../../lib/api.ts';

const GLOBAL_SETTINGS = ['global-settings'] as const;

export function useGlobalSettings(isWanted: boolean) {
  return useQuery({
    queryKey: GLOBAL_SETTINGS,
    queryFn: async ({ signal }) => (await api(getGlobalSettings, { signal })).data,
    enabled: isWanted,
    staleTime: 0,
  });
}

export function useUpdateGlobalSettings() {
  return useWrite(
    async (body: GlobalSettings) => (await api(updateGlobalSettings, { body })).data,
    (client, settings) => {
      client.setQueryData(GLOBAL_SETTINGS, settings);
      void client.invalidateQueries({ queryKey: REMINDERS });
    },
  );
}

/** How the server sends email and stores backups. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => (await api(getInstallation, { signal })).data,
    staleTime: 0,
  });
}

const BRAND = ['brand'] as const;

export function useStoredBrand() {
  return useQuery({
    queryKey: BRAND,
    queryFn: async ({ signal }) => (await api(getBrand, { signal })).data,
    staleTime: 0,
  });
}

/** Saves the brand and shows it at once; other open pages show it after they are reloaded. */
export function useUpdateBrand() {
  return useWrite(
    async (body: BrandBody) => (await api(updateBrand, { body })).data,
    (client, brand: Brand) => {
      client.setQueryData(BRAND, brand);
      client.setQueryData<PublicSettings>(
        ['public-settings'],
        (before) => before && { ...before, ...shown(brand) },
      );
      showColor(brand.color);
    },
  );
}

const shown = ({ color, logo }: Brand) => ({ color, logo });

/** Replaces the style sheet that the server writes into every page. */
function showColor(color: string | null): void {
  document.querySelector('style#brand')?.remove();
  if (color === null) return;
  const style = document.createElement('style');
  style.id = 'brand';
  style.textContent = brandStyle(color);
  document.head.append(style);
}
