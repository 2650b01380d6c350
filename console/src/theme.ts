// The console's look: warm neutrals, one green, and colors with enough contrast in both schemes.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import type { Sentiment, Severity } from '../../src/contract/labels.ts'

const moss: MantineColorsTuple = [
  '#eef8f4',
  '#dcefe7',
  '#b5decd',
  '#8bccb1',
  '#68bd9a',
  '#4fae8a',
  '#2f8f6d',
  '#22745a',
  '#1a5f4a',
  '#114837',
]

/** Darker than the library's red, which is too light for text on paper. */
const red: MantineColorsTuple = [
  '#fdf1ef',
  '#fadfdb',
  '#f2bdb6',
  '#ea9a8f',
  '#e27b6d',
  '#d85f50',
  '#c54839',
  '#b3362c',
  '#952b23',
  '#74211b',
]

const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ee',
  '#e8e6e1',
  '#dad7d0',
  '#c3bfb6',
  '#a09b91',
  '#6b675f',
  '#4e4b45',
  '#34322e',
  '#1f1e1b',
]

const dark: MantineColorsTuple = [
  '#d8d6d1',
  '#b4b1aa',
  '#9a978f',
  '#6d6a64',
  '#403e3a',
  '#32302d',
  '#272522',
  '#1e1d1b',
  '#171614',
  '#11100f',
]

/** Names the cross for screen readers. */
const CLOSES = { closeButtonProps: { 'aria-label': 'Close' } }

/**
 * Colored text on its own light background is darker than the library's, because labels are small. Without a
 * background, it keeps its color in the dark scheme, where the library's near-white would hide that a button is red.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const { variant, color = 'moss', theme } = input
  if (!(color in theme.colors)) return colors
  if (variant === 'subtle' && color === 'red')
    return { ...colors, color: 'light-dark(var(--mantine-color-red-8), var(--mantine-color-red-3))' }
  if (variant !== 'light') return colors
  const ink = `color-mix(in srgb, var(--mantine-color-${color}-9) 68%, black)`
  return { ...colors, color: `light-dark(${ink}, var(--mantine-color-${color}-2))` }
}

export const theme = createTheme({
  primaryColor: 'moss',
  primaryShade: 7,
  colors: { moss, red, gray, dark },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '620', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.25' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  luminanceThreshold: 0.35,
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    // A menu contains only items; otherwise screen readers miscount.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: CLOSES, styles: { title: { fontWeight: 620 } } },
    Notification: { defaultProps: CLOSES },
  },
})

/** Color names by purpose, so that styles need not know the scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--fn-page': gray[0],
    '--fn-panel': '#ffffff',
    '--fn-line': gray[2],
    '--fn-hover': gray[1],
    '--fn-quiet': gray[6],
    '--fn-good': '#1a6b4f',
    '--fn-bad': '#b3362c',
    '--mantine-color-error': '#b3362c',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-placeholder': gray[6],
  },
  dark: {
    '--fn-page': dark[8],
    '--fn-panel': dark[7],
    '--fn-line': dark[5],
    '--fn-hover': dark[6],
    '--fn-quiet': dark[1],
    '--fn-good': '#7ccfae',
    '--fn-bad': '#f09a86',
    '--mantine-color-error': '#f09a86',
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[1],
  },
})

/** From worst to best: the stacking order of sentiments. */
export const SENTIMENT_COLORS: Record<Sentiment, string> = {
  'very negative': '#b3362c',
  negative: '#e2805f',
  neutral: '#b9b3a6',
  positive: '#6dbd9b',
  'very positive': '#22805f',
}

/** The only dimension of an issue with colors. */
export const SEVERITY_COLORS: Record<Severity, string> = {
  low: 'gray',
  medium: 'yellow',
  high: 'orange',
  critical: 'red',
}
