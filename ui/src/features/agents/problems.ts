import { useCallback } from 'react'

import type { Schemas } from '@/client/api'
import { texts } from '@/lib/text'

const useTexts = texts(
  'agent-problems',
  {
    problem: {
      required: 'Write something.', tooLong: 'At most {{number}} characters.', tooMany: 'At most {{number}}.', number: 'Write a number.',
      whole: 'Write a whole number.', atLeast: 'At least {{number}}.', atMost: 'At most {{number}}.', moreThan: 'More than {{number}}.',
      id: 'Lower-case letters, digits, “-” and “_”; the first is a letter or digit.', color: 'Write a colour as #RRGGBB.',
      icon: 'Choose an icon.', language: 'Write a code of two letters, such as en.', oneLine: 'One line without invisible characters.',
      model: 'Write provider:model.', taken: 'An agent has this id already.', other: 'This is not what an agent takes here.',
    },
    lint: {
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
    },
  },
  {
    problem: {
      required: 'Escribe algo.', tooLong: 'Como mucho, {{number}} caracteres.', tooMany: 'Como mucho, {{number}}.', number: 'Escribe un número.',
      whole: 'Escribe un número entero.', atLeast: 'Como mínimo, {{number}}.', atMost: 'Como máximo, {{number}}.', moreThan: 'Más de {{number}}.',
      id: 'Minúsculas sin tilde, cifras, «-» y «_»; empieza por letra o cifra.', color: 'Escribe un color como #RRGGBB.',
      icon: 'Elige un icono.', language: 'Escribe un código de dos letras, por ejemplo es.', oneLine: 'Una sola línea, sin caracteres invisibles.',
      model: 'Escribe proveedor:modelo.', taken: 'Ya hay un agente con ese identificador.', other: 'Un agente no admite esto aquí.',
    },
    lint: {
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
    },
  },
)

const PROBLEMS = new Set([
  'required', 'tooLong', 'tooMany', 'number', 'whole', 'atLeast', 'atMost', 'moreThan', 'id', 'color', 'icon', 'language', 'oneLine',
  'model', 'taken',
])

/** Writes a problem of the rules (`tooLong|120`) as a sentence. */
export function useProblemText(): (problem: string) => string {
  const t = useTexts()
  return useCallback(
    (problem) => {
      const [name = '', number] = problem.split('|')
      return t(`problem.${PROBLEMS.has(name) ? (name as 'required') : 'other'}`, number === undefined ? {} : { number: Number(number) })
    },
    [t],
  )
}

const LINTS = new Set([
  'tag-never-matches', 'tag-is-stop-word', 'duplicate-tag', 'keyword-never-matches', 'duplicate-keyword', 'duplicate-pattern',
  'pattern-collides', 'pattern-without-literal', 'missing-language', 'never-wins',
])

/** Writes a warning in the chosen language; one this app does not know is said in the server's words. */
export function useWarningText(): (warning: Schemas['LintWarning']) => string {
  const t = useTexts()
  return useCallback(
    ({ code, value, message }) => {
      if (!LINTS.has(code)) return message
      return t(`lint.${code === 'never-wins' && value ? 'never-wins-against' : (code as 'duplicate-tag')}`, { value })
    },
    [t],
  )
}
