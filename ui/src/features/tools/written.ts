import type { Argument } from './schema'

/** What is wrong with what somebody wrote, to be said by `try.problem.<name>`. */
export interface Problem {
  name: 'required' | 'number' | 'whole' | 'atLeast' | 'atMost' | 'longer' | 'shorter' | 'json' | 'array' | 'object'
  /** The bound, or what the parser says. */
  value?: number | string
}

/** What came of a form: the arguments to call with, or what is wrong by argument. */
export interface Reading {
  values: Record<string, unknown>
  problems: ReadonlyMap<string, Problem>
}

/**
 * Reads what was written for each argument. What is left empty is left out, so that the tool takes its own default;
 * choices are written as their place in the list.
 */
export function read(asked: readonly Argument[], written: Readonly<Record<string, string>>): Reading {
  const values: [string, unknown][] = []
  const problems = new Map<string, Problem>()
  for (const argument of asked) {
    const text = written[argument.name] ?? ''
    const empty = argument.kind === 'text' ? text === '' : text.trim() === ''
    if (empty) {
      if (argument.required && argument.nullable) values.push([argument.name, null])
      else if (argument.required && !(argument.kind === 'text' && !argument.minLength))
        problems.set(argument.name, { name: 'required' })
      else if (argument.required) values.push([argument.name, ''])
      continue
    }
    const [value, problem] = one(argument, text)
    if (problem) problems.set(argument.name, problem)
    else values.push([argument.name, value])
  }
  return { values: Object.fromEntries(values), problems }
}

/** Reads JSON that stands for all arguments. */
export function readWhole(text: string): { values: Record<string, unknown>; problem: Problem | undefined } {
  const [value, problem] = json(text.trim() || '{}', 'object')
  return { values: problem ? {} : (value as Record<string, unknown>), problem }
}

function one(argument: Argument, text: string): [unknown, Problem?] {
  switch (argument.kind) {
    case 'text':
      if (argument.minLength !== undefined && text.length < argument.minLength)
        return [null, { name: 'longer', value: argument.minLength }]
      if (argument.maxLength !== undefined && text.length > argument.maxLength)
        return [null, { name: 'shorter', value: argument.maxLength }]
      return [text]
    case 'number':
    case 'integer': {
      const value = Number(text)
      if (!Number.isFinite(value)) return [null, { name: 'number' }]
      if (argument.kind === 'integer' && !Number.isInteger(value)) return [null, { name: 'whole' }]
      if (argument.minimum !== undefined && value < argument.minimum)
        return [null, { name: 'atLeast', value: argument.minimum }]
      if (argument.maximum !== undefined && value > argument.maximum)
        return [null, { name: 'atMost', value: argument.maximum }]
      return [value]
    }
    case 'boolean':
      return [text === 'true']
    case 'choice':
      return [argument.choices[Number(text)]]
    case 'json':
      return json(text, argument.shape)
  }
}

function json(text: string, shape: Argument['shape']): [unknown, Problem?] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [null, { name: 'json', value: error instanceof Error ? error.message : '' }]
  }
  if (shape === 'array' && !Array.isArray(value)) return [null, { name: 'array' }]
  if (shape === 'object' && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return [null, { name: 'object' }]
  return [value]
}
