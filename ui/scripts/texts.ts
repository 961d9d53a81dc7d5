import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

type Catalog = Record<string, unknown>

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const OWN = join(SRC, 'locales')
const FEATURES = new Set(readdirSync(join(SRC, 'features')))
const FIRST = 'en'
const SAID = /\buse(?:Late)?Texts\('([\w-]+)'\)/g

/**
 * Serves the texts of the app, one file a language in `locales` and, of what the server says, in `client/locales`. A
 * module that says the texts of a part, `useTexts('tasks')`, brings that part along: in English at once, unless it is
 * the server's, and in other languages where they are read. So a page loads what it says in the language it is said
 * in, and another language is another file.
 */
export function textParts(folders = [OWN, join(SRC, 'client/locales')]): Plugin {
  const languages = () => [...new Set(folders.flatMap(languagesIn))].sort()
  const late = (part: string) => !(part in read(folders[0]!, FIRST))
  const words = (language: string, part: string) =>
    folders.map((folder) => read(folder, language)[part]).find((found) => found !== undefined)

  function register(part: string): string {
    const has = languages().filter((language) => words(language, part) !== undefined)
    if (!has.includes(FIRST)) throw new Error(`No file of texts has a part ${part}.`)
    const files = has.map((language) =>
      language === FIRST && !late(part)
        ? `${language}: first`
        : `${JSON.stringify(language)}: () => import('texts:${language}/${part}')`,
    )
    return [
      `import { addTexts } from '@/lib/text'`,
      late(part) ? '' : `import first from 'texts:${FIRST}/${part}'`,
      `addTexts('${part}', { ${files.join(', ')} })`,
    ].join('\n')
  }

  return {
    name: 'texts',
    enforce: 'pre', // the code as it is written
    resolveId: (id) => (id.startsWith('texts:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0texts:')) return
      const [first = '', part] = id.slice('\0texts:'.length).split('/')
      for (const folder of folders)
        for (const language of languages()) this.addWatchFile(join(folder, `${language}.json`))
      if (first === 'languages') return `export const LANGUAGES = ${JSON.stringify(languages())}`
      return part === undefined ? register(first) : `export default ${JSON.stringify(words(first, part))}`
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /Texts\('/ },
      handler(code) {
        const parts = new Set([...code.matchAll(SAID)].map(([, part]) => part))
        // On the first line, so that what follows keeps its lines.
        return { code: [...parts].map((part) => `import 'texts:${part}';`).join('') + code, map: null }
      },
    },
    hotUpdate({ file, modules }) {
      if (!folders.some((folder) => file.startsWith(folder))) return
      for (const [id, module] of this.environment.moduleGraph.idToModuleMap) {
        if (id.startsWith('\0texts:')) this.environment.moduleGraph.invalidateModule(module)
      }
      this.environment.hot.send({ type: 'full-reload' })
      return modules
    },
  }
}

/** The name of the file of the build in which texts of other languages, or the server's, lie together. */
export function textsChunk(id: string): string | null {
  const [, language = '', part = ''] = /^\0texts:([^/]+)\/(.+)$/.exec(id) ?? []
  const own = part in read(OWN, FIRST)
  if (!language || (own && language === FIRST)) return null
  const [subject = ''] = part.split('-')
  const together = own ? (FEATURES.has(subject) ? subject : 'shared') : part === 'builtin-arguments' ? 'tools' : subject
  return `${together}.${language}`
}

function languagesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.map((file) => file.slice(0, -'.json'.length))
}

function read(folder: string, language: string): Catalog {
  try {
    return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalog
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
