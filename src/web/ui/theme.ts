import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eef5f0',
  '#dbe9e0',
  '#b8d3c3',
  '#8fb9a1',
  '#649b7e',
  '#3b7759',
  '#2b634a',
  '#1f4d3a',
  '#183c2d',
  '#102a20',
]

const sunset: MantineColorsTuple = [
  '#fff3e6',
  '#ffe3c8',
  '#fdc795',
  '#f9a75f',
  '#f58d3d',
  '#ee7a2a',
  '#d9651a',
  '#a84a10',
  '#8a3c0e',
  '#5e290a',
]

// Mantine's own neutrals and errors use these three names.
const gray: MantineColorsTuple = [
  '#faf6ee',
  '#f3ecdf',
  '#e8dfce',
  '#d8ccb6',
  '#c2b59d',
  '#a39884',
  '#6d6454',
  '#5b5345',
  '#4b443a',
  '#2a2620',
]
const dark: MantineColorsTuple = [
  '#f1eadc',
  '#d9d1c1',
  '#b3ab9b',
  '#8f897c',
  '#4a4e45',
  '#363b34',
  '#262a25',
  '#1a1d19',
  '#141613',
  '#0e100d',
]
const red: MantineColorsTuple = [
  '#fdf0ec',
  '#fadfd7',
  '#f3bbac',
  '#ec9883',
  '#e57c63',
  '#bd452b',
  '#ae3d25',
  '#9f3620',
  '#812a18',
  '#5d1d10',
]

export const theme = createTheme({
  colors: { pine, sunset, gray, dark, red },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 5 },
  white: '#fffdf8',
  black: '#26221b',
  fontFamily: 'var(--rw-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: 'var(--rw-font-headline)',
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.15', fontWeight: '800' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.2' },
      h3: { fontSize: '1.125rem', lineHeight: '1.25' },
      h4: { fontSize: '1rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Paper: { defaultProps: { withBorder: true } },
    // Descriptions are above the field, where a phone's keyboard does not cover them.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false }, openDelay: 300 } },
    Modal: { defaultProps: { centered: true } },
    Drawer: { defaultProps: { position: 'right' } },
  },
})

const neutrals = {
  '--mantine-color-body': 'var(--rw-sheet)',
  '--mantine-color-text': 'var(--rw-ink)',
  '--mantine-color-bright': 'var(--rw-ink)',
  '--mantine-color-dimmed': 'var(--rw-ink-soft)',
  '--mantine-color-placeholder': 'var(--rw-ink-faint)',
  '--mantine-color-anchor': 'var(--rw-lead)',
  '--mantine-color-error': 'var(--rw-brick)',
  '--mantine-color-default': 'var(--rw-sheet)',
  '--mantine-color-default-hover': 'var(--rw-hover)',
  '--mantine-color-default-color': 'var(--rw-ink)',
  '--mantine-color-default-border': 'var(--rw-edge)',
  '--mantine-color-disabled': 'var(--rw-sunk)',
  '--mantine-color-disabled-color': 'var(--rw-ink-faint)',
  '--mantine-color-disabled-border': 'var(--rw-line)',
  '--mantine-color-pine-text': 'var(--rw-lead)',
  '--mantine-color-pine-light': 'var(--rw-lead-soft)',
  '--mantine-color-pine-light-hover': 'var(--rw-hover)',
  '--mantine-color-pine-light-color': 'var(--rw-lead)',
  '--mantine-color-red-text': 'var(--rw-brick)',
  '--mantine-color-red-light': 'var(--rw-brick-tint)',
  '--mantine-color-red-light-hover': 'var(--rw-hover)',
  '--mantine-color-red-light-color': 'var(--rw-brick)',
}

/**
 * Mantine's neutrals, mapped to the colors of theme.css. They are set in both schemes because Mantine sets some per
 * scheme, which would override common ones.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: neutrals,
  dark: neutrals,
})

/** The six tones of theme.css. Their meanings are defined where they are used. */
export type ColorTone = 'slate' | 'pine' | 'amber' | 'lake' | 'plum' | 'brick'
