import { MOBILE_BREAKPOINT_PX } from '@ledgerline/contract/rules';
import { useMediaQuery } from '@mantine/hooks';

/** Whether the wide layout applies: 768 px and more, everywhere (0§9, decisions C14). */
export function useIsWide(): boolean {
  return useMediaQuery(`(min-width: ${MOBILE_BREAKPOINT_PX}px)`, true, { getInitialValueInEffect: false });
}
