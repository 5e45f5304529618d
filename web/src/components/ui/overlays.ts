import { MODAL_Z_INDEX } from '@ledgerline/contract/rules';
import type { MantineThemeOverride } from '@mantine/core';

/** Z-index of overlays of a dialog layer: menus, lists, calendars and tooltips. A newer dialog covers them too. */
export function overlaysAbove(layer: number): MantineThemeOverride {
  const zIndex = MODAL_Z_INDEX + 2 * layer + 1;
  const list = { defaultProps: { comboboxProps: { zIndex } } };
  // Enter takes the first match of what was typed.
  const choice = { defaultProps: { ...list.defaultProps, selectFirstOptionOnChange: true } };
  return {
    components: {
      Menu: { defaultProps: { zIndex } },
      Popover: { defaultProps: { zIndex } },
      Select: choice,
      MultiSelect: choice,
      Autocomplete: list,
      Tooltip: { defaultProps: { zIndex } },
    },
  };
}
