import type { Theme } from '@glideapps/glide-data-grid';
import { alpha, type MantineTheme } from '@mantine/core';

/** Width of the column of row numbers, which is always frozen. */
export const ROW_NUMBERS_WIDTH = 60;

type Scheme = 'light' | 'dark';
type Shade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

function shadeOf(theme: MantineTheme, color: string, shade: Shade): string {
  return theme.colors[color]?.[shade] ?? '#888888';
}

interface Palette {
  text: string;
  dim: string;
  faint: string;
  cell: string;
  cellMedium: string;
  header: string;
  headerHover: string;
  line: string;
  brand: string;
  flash: string;
}

function paletteOf(theme: MantineTheme, scheme: Scheme): Palette {
  const gray = (shade: Shade) => shadeOf(theme, 'gray', shade);
  const dark = (shade: Shade) => shadeOf(theme, 'dark', shade);
  return scheme === 'light'
    ? {
        text: gray(9),
        dim: gray(6),
        faint: gray(6),
        cell: theme.white,
        cellMedium: gray(0),
        header: gray(0),
        headerHover: gray(1),
        line: gray(2),
        brand: shadeOf(theme, 'teal', 7),
        flash: '#ffe9a8',
      }
    : {
        text: dark(0),
        dim: dark(2),
        faint: dark(2),
        cell: dark(7),
        cellMedium: dark(6),
        header: dark(6),
        headerHover: dark(5),
        line: dark(5),
        brand: shadeOf(theme, 'teal', 4),
        flash: '#5a4a12',
      };
}

/** Maps our theme to Glide's: the same grays, lines and brand color, drawn on a canvas that reads no CSS. */
export function sheetTheme(theme: MantineTheme, scheme: Scheme): Partial<Theme> {
  const colors = paletteOf(theme, scheme);
  return {
    accentColor: colors.brand,
    accentFg: scheme === 'light' ? theme.white : shadeOf(theme, 'dark', 9),
    accentLight: alpha(colors.brand, 0.1),
    textDark: colors.text,
    textMedium: colors.dim,
    textLight: colors.faint,
    textHeader: colors.text,
    textGroupHeader: colors.text,
    textHeaderSelected: scheme === 'light' ? theme.white : shadeOf(theme, 'dark', 9),
    bgCell: colors.cell,
    bgCellMedium: colors.cellMedium,
    bgHeader: colors.header,
    bgHeaderHasFocus: colors.headerHover,
    bgHeaderHovered: colors.headerHover,
    bgSearchResult: colors.flash,
    borderColor: colors.line,
    horizontalBorderColor: colors.line,
    headerBottomBorderColor: colors.line,
    resizeIndicatorColor: colors.brand,
    cellHorizontalPadding: 8,
    cellVerticalPadding: 3,
    fontFamily: theme.fontFamily,
    headerFontStyle: '500 12px',
    baseFontStyle: '13px',
    markerFontStyle: '12px',
    editorFontSize: '13px',
  };
}

/** One hue per group of columns, alternating, so that neighbors differ. */
const GROUP_HUES = ['teal', 'blue', 'violet', 'orange', 'grape', 'cyan', 'pink', 'lime'];

/** The tint of one group's header. */
export function groupTint(theme: MantineTheme, scheme: Scheme, position: number): Partial<Theme> {
  const hue = GROUP_HUES[position % GROUP_HUES.length] ?? 'teal';
  const tint = alpha(shadeOf(theme, hue, 6), scheme === 'light' ? 0.12 : 0.24);
  return {
    bgGroupHeader: tint,
    bgGroupHeaderHovered: tint,
    textGroupHeader: scheme === 'light' ? shadeOf(theme, hue, 9) : shadeOf(theme, hue, 2),
  };
}
