import { useCallback } from 'react'

import { texts } from '@/lib/text'

const useTexts = texts(
  'agent-problems',
  {
    problem: {
      required: 'Write something.', tooLong: 'At most {{number}} characters.', tooMany: 'At most {{number}}.', number: 'Write a number.',
      whole: 'Write a whole number.', atLeast: 'At least {{number}}.', atMost: 'At most {{number}}.', moreThan: 'More than {{number}}.',
      id: 'Lower-case letters, digits, “-” and “_”; the first is a letter or digit.', color: 'Write a colour as #RRGGBB.',
      icon: 'Choose an icon.', language: 'Write a code of two letters, such as en.', need: 'Write mcp:NAME, store:shopify, credential:NAME, sandbox:javascript or sandbox:shell.', oneLine: 'One line without invisible characters.',
      model: 'Write provider:model.', taken: 'An agent has this id already.', other: 'This is not what an agent takes here.',
    },
  },
  {
    problem: {
      required: 'Escribe algo.', tooLong: 'Como mucho, {{number}} caracteres.', tooMany: 'Como mucho, {{number}}.', number: 'Escribe un número.',
      whole: 'Escribe un número entero.', atLeast: 'Como mínimo, {{number}}.', atMost: 'Como máximo, {{number}}.', moreThan: 'Más de {{number}}.',
      id: 'Minúsculas sin tilde, cifras, «-» y «_»; empieza por letra o cifra.', color: 'Escribe un color como #RRGGBB.',
      icon: 'Elige un icono.', language: 'Escribe un código de dos letras, por ejemplo es.', need: 'Escribe mcp:NOMBRE, store:shopify, credential:NOMBRE, sandbox:javascript o sandbox:shell.', oneLine: 'Una sola línea, sin caracteres invisibles.',
      model: 'Escribe proveedor:modelo.', taken: 'Ya hay un agente con ese identificador.', other: 'Un agente no admite esto aquí.',
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
