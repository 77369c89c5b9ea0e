// The look of everything: colours in light and dark, type, sizes on a 4 px grid. The colours are the cashier's family.
// Text must have a contrast of 4.5 : 1 or more on every ground. The theme sets the density of components, so that
// screens need no sizes of their own.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5ff',
  '#b9ccff',
  '#8fb0ff',
  '#6b93fb',
  '#4a77f0',
  '#2f5fe3',
  '#1f4fd8',
  '#1a42b4',
  '#15358f',
];
const red: MantineColorsTuple = [
  '#fdeeec',
  '#fadbd8',
  '#f5b5af',
  '#ff938a',
  '#ea6a60',
  '#d9473c',
  '#c8322a',
  '#b3231b',
  '#961c15',
  '#7a1610',
];
const green: MantineColorsTuple = [
  '#e8f6ee',
  '#cdecd9',
  '#9fdab6',
  '#62d295',
  '#3fb874',
  '#259c5b',
  '#177f48',
  '#12703f',
  '#0d5a32',
  '#094425',
];
const yellow: MantineColorsTuple = [
  '#fff4de',
  '#ffe6b8',
  '#fbd084',
  '#f5b94d',
  '#e09e24',
  '#bf7f10',
  '#9c6300',
  '#8a4b00',
  '#733e00',
  '#5c3100',
];
const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#f0f2f6',
  '#e2e5ea',
  '#d0d5dd',
  '#b4bbc7',
  '#868d99',
  '#666d7a',
  '#565d6a',
  '#2c323d',
  '#14181f',
];
const dark: MantineColorsTuple = [
  '#f1f3f6',
  '#d3d8e0',
  '#a8b0bd',
  '#8a93a1',
  '#3a4250',
  '#2c323d',
  '#1b2028',
  '#13161c',
  '#0e1116',
  '#090b0f',
];

/** A dialog's head must not be a banner of the page. */
const PLAIN_HEADER = { header: { role: 'presentation' } };

export const theme = createTheme({
  colors: { accent, red, green, yellow, gray, dark },
  primaryColor: 'accent',
  // White text on it has a contrast of 4.5 : 1 in both schemes.
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        attributes: PLAIN_HEADER,
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
      },
    },
    // Mantine makes it a <header>, which would be a second one on the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Drawer: {
      defaultProps: {
        attributes: PLAIN_HEADER,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 140 },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/**
 * Variables beside Mantine's own: `--ground` of the rail, `--line` between things, `--soft` behind highlighted parts,
 * and text colours by mood. They do not use `light-dark()`, because the build rewrites it for older browsers in a way
 * that ignores our switch.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fff',
    '--mantine-color-text': '#14181f',
    '--mantine-color-dimmed': '#565d6a',
    '--mantine-color-placeholder': '#666d7a',
    '--mantine-color-error': '#b3231b',
    '--mantine-color-anchor': '#1f4fd8',
    '--mantine-color-default-border': '#d0d5dd',
    '--ground': '#f6f7f9',
    '--soft': '#f6f7f9',
    '--line': '#e2e5ea',
    '--hover': '#f6f8fc',
    '--active': '#e7eaf0',
    '--good': '#12703f',
    '--warn': '#8a4b00',
    '--bad': '#b3231b',
    '--dot-good': '#259c5b',
    '--dot-warn': '#e09e24',
    '--dot-bad': '#d9473c',
    '--dot-quiet': '#868d99',
    '--dot-busy': '#4a77f0',
  },
  dark: {
    '--mantine-color-body': '#13161c',
    '--mantine-color-text': '#f1f3f6',
    '--mantine-color-dimmed': '#a8b0bd',
    '--mantine-color-placeholder': '#8a93a1',
    '--mantine-color-error': '#ff938a',
    '--mantine-color-anchor': '#8fb0ff',
    '--mantine-color-default': '#1b2028',
    '--mantine-color-default-hover': '#232932',
    '--mantine-color-default-border': '#3a4250',
    '--ground': '#0e1116',
    '--soft': '#1b2028',
    '--line': '#2c323d',
    '--hover': '#191e26',
    '--active': '#232932',
    '--good': '#62d295',
    '--warn': '#f5b94d',
    '--bad': '#ff938a',
    '--dot-good': '#3fb874',
    '--dot-warn': '#e09e24',
    '--dot-bad': '#ea6a60',
    '--dot-quiet': '#767f8e',
    '--dot-busy': '#6b93fb',
  },
});
