/** How the avatar's two shades are mixed in each theme; the same colours as in app/theme.css. */
export const THEMES = {
  light: { surface: 'oklch(1 0 0)', ink: 'oklch(0.235 0.01 70)' },
  dark: { surface: 'oklch(0.268 0.006 75)', ink: 'oklch(0.95 0.005 85)' },
} as const
export type ThemeName = keyof typeof THEMES

/** A graphical object needs this much against what it stands on (WCAG 2.2, 1.4.11). */
export const LEAST_CONTRAST = 3

type Lab = readonly [number, number, number]

/** The contrast of the icon with its disc, 1 to 21, where `hex` is the agent's colour. */
export function iconContrast(hex: string, theme: ThemeName): number {
  const color = labOfHex(hex)
  const surface = labOfOklch(THEMES[theme].surface)
  const ink = labOfOklch(THEMES[theme].ink)
  const icon = luminance(mix(color, ink, 0.7))
  const disc = luminance(mix(color, surface, 0.2))
  return (Math.max(icon, disc) + 0.05) / (Math.min(icon, disc) + 0.05)
}

/** The colour nearest to `hex`, by lightness alone, whose icon is seen well in both themes; `hex` itself if it is. */
export function readable(hex: string): string {
  const [lightness, a, b] = labOfHex(hex)
  for (let step = 0; step <= 40; step += 1) {
    for (const moved of [lightness - step * 0.02, lightness + step * 0.02]) {
      if (moved < 0.1 || moved > 0.95) continue
      const tried = step === 0 ? hex : hexOfLab([moved, a, b])
      if ((Object.keys(THEMES) as ThemeName[]).every((theme) => iconContrast(tried, theme) >= LEAST_CONTRAST))
        return tried
    }
  }
  return '#6B7280'
}

const mix = (one: Lab, other: Lab, share: number): Lab =>
  one.map((value, index) => value * share + other[index]! * (1 - share)) as unknown as Lab

function labOfOklch(text: string): Lab {
  const [lightness, chroma, hue] = text.slice('oklch('.length, -1).split(' ').map(Number) as [number, number, number]
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

// Björn Ottosson's Oklab matrices, as CSS Color 4 section 9.4 and its sample code have them.
function labOfHex(hex: string): Lab {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linearOfLab([lightness, a, b]: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const within = (value: number) => Math.min(1, Math.max(0, value))

/** Relative luminance (WCAG 2.2). */
function luminance(lab: Lab): number {
  const [r, g, b] = linearOfLab(lab).map(within) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hexOfLab(lab: Lab): string {
  return `#${linearOfLab(lab)
    .map((value) =>
      Math.round(gamma(within(value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()
}
