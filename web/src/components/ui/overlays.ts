import { MODAL_Z_INDEX } from '@ledgerline/contract/rules';
import type { MantineThemeOverride } from '@mantine/core';

/** Z-index of overlays of a dialog layer: menus, lists, calendars and tooltips. A newer dialog covers them too. */
export function overlaysAbove(layer: number): MantineThemeOverride {
  const zIndex = MODAL_Z_INDEX + 2 * layer + 1;
  const list = { defaultProps: { comboboxProps: { zIndex } } };
  return {
    components: {
      Menu: { defaultProps: { zIndex } },
      Popover: { defaultProps: { zIndex } },
      Select: list,
      Autocomplete: list,
      Tooltip: { defaultProps: { zIndex } },
    },
  };
}
