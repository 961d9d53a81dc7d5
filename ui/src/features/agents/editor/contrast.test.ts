import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { iconContrast, LEAST_CONTRAST, readable, THEMES } from './contrast'
import { PALETTE } from './palette'

describe('the contrast of an avatar', () => {
  it('is worked out with the colours of the themes', () => {
    const theme = readFileSync(new URL('../../../app/theme.css', import.meta.url), 'utf8')
    const [, light = '', dark = ''] = theme.split(/:root(?:\[data-theme='dark'\])? \{/)
    for (const [name, block] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      expect(block).toContain(`--surface: ${THEMES[name].surface};`)
      expect(block).toContain(`--ink: ${THEMES[name].ink};`)
    }
  })

  it('is poor for yellow on white and for night blue on black, and good for teal', () => {
    expect(iconContrast('#FFFF00', 'light')).toBeLessThan(LEAST_CONTRAST)
    expect(iconContrast('#000033', 'dark')).toBeLessThan(LEAST_CONTRAST)
    expect(iconContrast('#0F766E', 'light')).toBeGreaterThan(5)
  })

  it('is enough in both themes for every colour of the palette', () => {
    expect(PALETTE.filter((hex) => readable(hex) !== hex)).toEqual([])
  })

  it('is enough after the colour was moved', () => {
    for (const hex of ['#FFFF00', '#000000', '#FFFFFF', '#00FF00', '#0000FF', '#FF00FF']) {
      const moved = readable(hex)
      expect(moved).toMatch(/^#[0-9A-F]{6}$/)
      expect(iconContrast(moved, 'light')).toBeGreaterThanOrEqual(LEAST_CONTRAST)
      expect(iconContrast(moved, 'dark')).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }
  })
})
