import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { pageNames } from './scripts/pages.ts'
import { textParts, textsChunk } from './scripts/texts.ts'

const devServer = process.env.BAILIWICK_DEV_SERVER ?? 'http://127.0.0.1:8420'

const SHARED = /\/src\/(components|lib|live|client)\/[^/]+\.tsx?$|^\0texts:(languages|(en\/)?(shared|shell))$/

// `BAILIWICK_UI_OUT` lets a build go to a temporary folder that is swapped in when it is complete.
export default defineConfig({
  base: './',
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('src', import.meta.url)),
      // The variant for browsers lets the browser parse the maths, and that obeys the policy against inline styles.
      'hast-util-from-html-isomorphic': fileURLToPath(
        new URL('node_modules/hast-util-from-html-isomorphic/index.js', import.meta.url),
      ),
    },
  },
  plugins: [textParts(), pageNames(), react(), tailwindcss()],
  build: {
    outDir: process.env.BAILIWICK_UI_OUT ?? '../src/bailiwick/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every page uses comes in one file, rather than in a dozen of a few hundred bytes each.
        codeSplitting: {
          groups: [{ name: 'shared', test: SHARED, minShareCount: 3 }, { name: textsChunk }],
        },
      },
    },
  },
  // The server takes no changes from pages of another origin, so the proxy leaves the Host as the browser sent it.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/login', '/docs', '/static'].map((path) => [path, { target: devServer, changeOrigin: false }]),
    ),
  },
  // The tests share nothing that one could change: what they import is loaded once for all of them.
  test: { environment: 'node', isolate: false, include: ['src/**/*.test.ts', 'src/**/*.test.tsx'] },
})
