import { MODAL_Z_INDEX } from '@ledgerline/contract/rules';
import type { MantineThemeOverride } from '@mantine/core';

/** What floats over the dialog of a layer: its menus, lists, calendars and hints. A newer dialog lies over them too. */
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
