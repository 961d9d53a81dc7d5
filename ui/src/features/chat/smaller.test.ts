import { afterEach, describe, expect, it, vi } from 'vitest'

import { smaller } from './smaller'

const LARGE = 5_000_000

/** Puts what a browser has of pictures in place: one of that size, which takes `made` bytes as a JPEG. */
function browser(width: number, height: number, made: number): unknown[] {
  const drawn: unknown[] = []
  class Canvas {
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}
    getContext() {
      return {
        fillStyle: '',
        fillRect(...at: number[]) {
          drawn.push([this.fillStyle, ...at])
        },
        drawImage: (_: unknown, ...at: number[]) => drawn.push(at),
      }
    }
    convertToBlob({ type }: { type: string }) {
      return Promise.resolve(new Blob([new Uint8Array(made)], { type }))
    }
  }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height }))
  vi.stubGlobal('OffscreenCanvas', Canvas)
  return drawn
}

const picture = (name: string, type: string, bytes = LARGE) => new File([new Uint8Array(bytes)], name, { type })

describe('a picture that is sent', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('becomes a smaller JPEG on white, called so, where models would not take it', async () => {
    const drawn = browser(4800, 3600, 900)
    const sent = await smaller(picture('screen.shot.png', 'image/png'))
    expect([sent.name, sent.type, sent.size]).toEqual(['screen.shot.jpg', 'image/jpeg', 900])
    expect(drawn).toEqual([
      ['#fff', 0, 0, 2400, 1800],
      [0, 0, 2400, 1800],
    ])
  })
  it.each([
    ['photo', 'photo.jpg'],
    ['photo.JPEG', 'photo.JPEG'],
  ])('keeps its name as far as that is right: %s', async (name, kept) => {
    browser(100, 50, 900)
    expect((await smaller(picture(name, 'image/jpeg'))).name).toBe(kept)
  })
  it.each([
    ['that is small', picture('a.png', 'image/png', 1000)],
    ['that moves', picture('a.gif', 'image/gif')],
    ['that is none', picture('a.pdf', 'application/pdf')],
  ])('goes as it is where it is one %s', async (_, file) => {
    browser(4800, 3600, 900)
    expect(await smaller(file)).toBe(file)
  })
  it('goes as it is where it would become larger, or cannot be read', async () => {
    const file = picture('a.jpg', 'image/jpeg')
    browser(100, 50, LARGE + 1)
    expect(await smaller(file)).toBe(file)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    expect(await smaller(file)).toBe(file)
  })
})
