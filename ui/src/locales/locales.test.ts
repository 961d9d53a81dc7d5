import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import i18next from 'i18next'
import { createServer } from 'vite'
import { describe, expect, it } from 'vitest'

import type * as Preferences from '@/lib/preferences'
import type * as Text from '@/lib/text'

import { textParts } from '../../scripts/texts'

interface Texts {
  [key: string]: string | Texts
}

const OWN = fileURLToPath(new URL('.', import.meta.url))
const SERVED = fileURLToPath(new URL('../client/locales', import.meta.url))

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Texts

/** The texts by their keys, from part to word. */
function flat(texts: Texts, above = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') found.set(above + key, text)
    else for (const [below, said] of flat(text, `${above}${key} > `)) found.set(below, said)
  }
  return found
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!))

/**
 * What is wrong with a language, compared with English. One and none may be said without their number, and where
 * values may be English words, as those of the server are, another language may do without them: `mayOmit`.
 */
function wrong(english: Texts, other: Texts, mayOmit = false): string[] {
  const [here, there] = [flat(english), flat(other)]
  const found = [...here.keys()].filter((key) => !there.has(key)).map((key) => `${key} is missing`)
  for (const [key, text] of there) {
    const meant = here.get(key)
    if (meant === undefined) {
      found.push(`${key} is not in English`)
      continue
    }
    const free = /_(one|zero)$/.test(key) ? ['count', 'n'] : []
    const [wanted, used] = [placeholders(meant), placeholders(text)]
    for (const name of new Set([...wanted, ...used])) {
      const same = wanted.has(name) ? used.has(name) || mayOmit : false
      if (!same && !free.includes(name)) found.push(`{{${name}}} is not in both of ${key}`)
    }
  }
  return found
}

describe.each([
  ['own', OWN],
  ['served', SERVED],
])('the texts that are %s', (_, folder) => {
  const languages = readdirSync(folder).flatMap((file) =>
    file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
  )

  it.each(languages.filter((language) => language !== 'en'))('have all keys and placeholders in %s', (language) => {
    expect(wrong(read(folder, 'en'), read(folder, language), folder === SERVED)).toEqual([])
  })
})

it('notices what a language lacks', () => {
  const english = { home: { hello: 'Hello {{name}}', mails_one: '{{count}} mail', bye: 'Bye' } }
  expect(wrong(english, { home: { hello: 'Hola', mails_one: 'un correo', ciao: 'Ciao' } })).toEqual([
    'home > bye is missing',
    '{{name}} is not in both of home > hello',
    'home > ciao is not in English',
  ])
})

it('takes a third language as one file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'))
  try {
    cpSync(OWN, folder, { recursive: true })
    const english = read(folder, 'en') as Record<string, Texts>
    const french = { ...english, 'agents-problems': { problem: { required: 'Écrivez quelque chose.' } } }
    writeFileSync(join(folder, 'fr.json'), JSON.stringify(french))
    const server = await createServer({
      configFile: false,
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true },
      resolve: { alias: { '@': fileURLToPath(new URL('..', import.meta.url)) } },
      plugins: [textParts([folder, SERVED])],
      logLevel: 'error',
    })
    try {
      const preferences = (await server.ssrLoadModule('@/lib/preferences')) as typeof Preferences
      const text = (await server.ssrLoadModule('@/lib/text')) as typeof Text
      await server.ssrLoadModule('@/features/agents/problems')
      await server.ssrLoadModule('@/lib/why')
      expect(preferences.LANGUAGES).toEqual(['en', 'es', 'fr'])
      expect(preferences.LANGUAGES.map(preferences.languageName)).toEqual(['English', 'Español', 'Français'])
      await text.chooseLanguage('fr')
      expect(preferences.usePreferences.getState().language).toBe('fr')
      expect(i18next.getFixedT('fr', 'agents-problems')('problem.required')).toBe('Écrivez quelque chose.')
    } finally {
      await i18next.changeLanguage('en')
      await server.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 30_000)
