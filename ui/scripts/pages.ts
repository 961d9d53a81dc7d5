import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('../src/app/pages.ts', import.meta.url))
const ADDRESSES = /\bto: '\/([\w-]*)/g

/** Writes into the build, as `pages`, what the addresses of pages begin with, a line each: the server answers those. */
export function pageNames(): Plugin {
  return {
    name: 'pages',
    generateBundle() {
      const names = [...readFileSync(SOURCE, 'utf8').matchAll(ADDRESSES)].map(([, name]) => name)
      this.emitFile({ type: 'asset', fileName: 'pages', source: names.join('\n') })
    },
  }
}
