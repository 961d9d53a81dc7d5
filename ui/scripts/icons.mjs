// Puts the icons named in src/components/icon-names.ts into one sprite, so that icons cost no JavaScript.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const source = readFileSync(path('../src/components/icon-names.ts'), 'utf8')
const names = [...new Set([...source.matchAll(/'([a-z0-9-]+)'/g)].map((match) => match[1]))]
const symbols = names.map((name) => {
  const svg = readFileSync(path(`../node_modules/@phosphor-icons/core/assets/regular/${name}.svg`), 'utf8')
  return `<symbol id="${name}" viewBox="0 0 256 256">${svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')}</symbol>`
})
mkdirSync(path('../src/generated'), { recursive: true })
writeFileSync(
  path('../src/generated/icons.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor">${symbols.join('')}</svg>`,
)
