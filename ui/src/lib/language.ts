import type { Language } from '@/lib/preferences'

const SPANISH = new Set(
  [
    'el la los las un una de del en y o que qué con para por sobre mi es cómo como cuánto cuál escribe',
    'dime dame hola resuelve calcula busca crea explica qué quién',
  ].flatMap((line) => line.split(' ')),
)
const ENGLISH = new Set(
  [
    'the a an of in and or that with for to on my is how what which who write tell give hello solve find',
    'create explain this your you are do does can i',
  ].flatMap((line) => line.split(' ')),
)

/** Guesses the language of a short text from its letters and small words; nothing where it could be either. */
export function languageOf(text: string): Language | null {
  if (/[¿¡ñáéíóú]/i.test(text)) return 'es'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const spanish = words.filter((word) => SPANISH.has(word)).length
  const english = words.filter((word) => ENGLISH.has(word)).length
  return spanish === english ? null : spanish > english ? 'es' : 'en'
}

/** Returns the examples in `language`; those that could be of any where there are none. */
export function inLanguage(examples: readonly string[], language: Language): string[] {
  const own = examples.filter((example) => languageOf(example) === language)
  return own.length ? own : examples.filter((example) => languageOf(example) === null)
}
