import { useCallback } from 'react'

import { texts } from '@/lib/text'

const useTexts = texts(
  'lint',
  {
    'tag-never-matches': 'The tag “{{value}}” has no word of three letters or more, so it never matches; lengthen it.',
    'tag-is-stop-word': 'The tag “{{value}}” is made of stop words, which do not score; use a word of its field.',
    'duplicate-tag': 'The tag “{{value}}” is there twice and counts once; remove one.',
    'keyword-never-matches': 'The keyword “{{value}}” has no letter or digit, so it never matches; remove it.',
    'duplicate-keyword': 'The keyword “{{value}}” is there twice and counts once; remove one.',
    'duplicate-pattern': 'The pattern “{{value}}” is there twice and counts once; remove one.',
    'pattern-collides': 'Another agent has the pattern “{{value}}” too; it cannot tell the two apart.',
    'pattern-without-literal': 'The pattern “{{value}}” needs neither a digit nor a text of three letters, so it is tried on every message; add a word it must contain.',
    'missing-language': 'The language “{{value}}” is named, but no tag looks like it; add tags in it, or leave it out.',
    'never-wins': 'No message can lead here: add tags of its own.',
    'never-wins-against': '“{{value}}” has all its words, tags, keywords and patterns and wins every tie; add tags of its own, or raise its priority.',
    'keyword-is-stop-word': 'The keyword “{{value}}” is made of stop words, so it is in almost every message; remove it.',
    'tag-too-general': 'Many agents have the tag “{{value}}”, so it hardly tells them apart; make it narrower, or remove it.',
    'example-says-nothing': 'The example “{{value}}” has no letter or digit, so nothing is learned from it; remove it.',
    'duplicate-example': 'The example “{{value}}” is there twice and counts once; remove one.',
    'example-shared': 'Another agent has the example “{{value}}” too, so it speaks for neither; remove one.',
    'few-examples': 'So few examples ({{value}}) teach the router little; give it five or more.',
    'no-examples': 'It has no examples while others have some, so messages like theirs may go to them; give it five or more.',
    'example-elsewhere': 'The router sends its example “{{value}}” elsewhere; add a tag or keyword that says what it is about, or give it to the agent it is for.',
    'missing-language-examples': 'The language “{{value}}” is named, but no example is in it; add some, or leave it out.',
  },
  {
    'tag-never-matches': 'La etiqueta «{{value}}» no tiene ninguna palabra de tres letras o más y nunca coincide; alárgala.',
    'tag-is-stop-word': 'La etiqueta «{{value}}» solo tiene palabras vacías, que no puntúan; usa una palabra de su campo.',
    'duplicate-tag': 'La etiqueta «{{value}}» está repetida y cuenta una vez; quita una.',
    'keyword-never-matches': 'La palabra clave «{{value}}» no tiene letras ni cifras y nunca coincide; quítala.',
    'duplicate-keyword': 'La palabra clave «{{value}}» está repetida y cuenta una vez; quita una.',
    'duplicate-pattern': 'El patrón «{{value}}» está repetido y cuenta una vez; quita uno.',
    'pattern-collides': 'Otro agente tiene también el patrón «{{value}}»; no sirve para distinguirlos.',
    'pattern-without-literal': 'El patrón «{{value}}» no exige ni una cifra ni un texto de tres letras y se prueba con cada mensaje; añade una palabra que deba contener.',
    'missing-language': 'Se nombra el idioma «{{value}}», pero ninguna etiqueta parece de él; añade etiquetas en ese idioma o quítalo.',
    'never-wins': 'Ningún mensaje puede llegar aquí: añade etiquetas propias.',
    'never-wins-against': '«{{value}}» tiene todas sus palabras, etiquetas y patrones y gana los empates; añade etiquetas propias o sube la prioridad.',
    'keyword-is-stop-word': 'La palabra clave «{{value}}» solo tiene palabras vacías y está en casi todos los mensajes; quítala.',
    'tag-too-general': 'Muchos agentes tienen la etiqueta «{{value}}» y apenas los distingue; acótala o quítala.',
    'example-says-nothing': 'El ejemplo «{{value}}» no tiene letras ni cifras y no enseña nada; quítalo.',
    'duplicate-example': 'El ejemplo «{{value}}» está repetido y cuenta una vez; quita uno.',
    'example-shared': 'Otro agente tiene también el ejemplo «{{value}}», así que no habla por ninguno; quita uno.',
    'few-examples': 'Con tan pocos ejemplos ({{value}}) el enrutador aprende poco; dale cinco o más.',
    'no-examples': 'No tiene ejemplos y otros sí, así que mensajes como los suyos pueden irse con ellos; dale cinco o más.',
    'example-elsewhere': 'El enrutador manda a otro sitio su ejemplo «{{value}}»; añade una etiqueta o palabra clave que diga de qué va, o dáselo al agente que le corresponda.',
    'missing-language-examples': 'Se nombra el idioma «{{value}}», pero ningún ejemplo está en él; añade alguno o quítalo.',
  },
)

const KNOWN = [
  'tag-never-matches', 'tag-is-stop-word', 'tag-too-general', 'duplicate-tag', 'keyword-never-matches', 'keyword-is-stop-word', 'duplicate-keyword',
  'duplicate-pattern', 'pattern-collides', 'pattern-without-literal', 'missing-language', 'never-wins', 'example-says-nothing', 'duplicate-example',
  'example-shared', 'few-examples', 'no-examples', 'example-elsewhere',
] as const

interface Remark {
  code: string
  field: string
  value: string
  /** In the server's words. */
  message: string
}

/** Writes what lint says in the chosen language; a remark this app does not know is said in the server's words. */
export function useWarningText(): (remark: Remark) => string {
  const t = useTexts()
  return useCallback(
    ({ code, field, value, message }) => {
      const known = KNOWN.find((one) => one === code)
      if (!known) return message
      if (known === 'never-wins' && value) return t('never-wins-against', { value })
      if (known === 'missing-language' && field === 'examples') return t('missing-language-examples', { value })
      return t(known, { value })
    },
    [t],
  )
}
