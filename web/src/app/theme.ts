import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { overlaysAbove } from '../components/ui/dialog-layer.ts';

/** Deep teal: the primary action and the selected item, nothing else. */
const teal: MantineColorsTuple = [
  '#e6f6f5',
  '#cfe9e8',
  '#a1d4d2',
  '#6fbebb',
  '#46aba8',
  '#2b9f9b',
  '#177f7c',
  '#0f6b6b',
  '#0a5757',
  '#054646',
];

/** Neutral grays with a slight blue. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6eb',
  '#d3d8df',
  '#b3bac5',
  '#8a93a1',
  '#667080',
  '#4b5463',
  '#343b47',
  '#1f242d',
];

const dark: MantineColorsTuple = [
  '#d5d9e0',
  '#b6bcc7',
  '#98a0ae',
  '#666f7e',
  '#3d4551',
  '#2e3540',
  '#222831',
  '#191e25',
  '#12161c',
  '#0c0f13',
];

/** Like the library's, darker from the sixth shade on: errors and white on red meet AA contrast. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#f47c7c',
  '#e85c5c',
  '#d13b3b',
  '#bf2c2c',
  '#a32222',
  '#841a1a',
];

const DIALOG_TITLE = { fontSize: '16px', fontWeight: 600 };

/** The page behind a dialog stays readable. */
const BACKDROP_OPACITY = 0.35;

/** The header is sticky; focused elements scroll clear of it (WCAG 2.4.11) and of the edge below. */
const CLEAR_OF_HEADER = { scrollPaddingBlock: '68px 16px' };

/** A dialog's header element would count as a second banner landmark. */
const PLAIN_HEADER = { header: { role: 'none' } };

/** Overlays of the page or its first dialog; over further dialogs they are raised (dialog.tsx). */
const OVERLAYS = overlaysAbove(0).components;

/** One theme for light and dark: dense, quiet, hairlines instead of shadows. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { teal, gray, dark, red },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  defaultRadius: '8px',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  // Defaults by name, not by import: the theme loads before any dialog is needed.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 140 },
        overlayProps: { backgroundOpacity: BACKDROP_OPACITY },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: PLAIN_HEADER,
      },
      styles: { title: DIALOG_TITLE, content: CLEAR_OF_HEADER },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: BACKDROP_OPACITY },
        attributes: PLAIN_HEADER,
      },
      styles: { title: DIALOG_TITLE, content: CLEAR_OF_HEADER },
    },
    // Space for the focus ring between label and input.
    InputWrapper: { styles: { label: { marginBottom: '5px', fontWeight: 500 } } },
    ...OVERLAYS,
    // Suggestions appear with a click, the arrow keys or the first letter: open ones would cover the fields below in a new
    // dialog, and Escape would close them instead of the dialog.
    Autocomplete: { defaultProps: { ...OVERLAYS?.Autocomplete?.defaultProps, openOnFocus: false } },
    Menu: {
      defaultProps: {
        ...OVERLAYS?.Menu?.defaultProps,
        transitionProps: { duration: 120 },
        // The placeholder is not a valid child of a menu; the focus goes to the first item.
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { ...OVERLAYS?.Tooltip?.defaultProps, openDelay: 400 } },
  },
});
