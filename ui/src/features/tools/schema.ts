export type Schema = Record<string, unknown>

/** One argument of a tool, as a form can ask for it. */
export interface Argument {
  name: string
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'
  required: boolean
  /** Whether `null` is a value of it. */
  nullable: boolean
  description: string
  /** What it is taken for when it is left out; `undefined` where the schema says nothing. */
  default: unknown
  /** The values to choose from. */
  choices: readonly unknown[]
  /** What JSON has to be: an array, an object, or anything. */
  shape: 'array' | 'object' | 'any'
  minimum: number | undefined
  maximum: number | undefined
  minLength: number | undefined
  maxLength: number | undefined
  /** Whether it is likely to have several lines. */
  long: boolean
}

/** Schemas come from strangers too: references may lead in circles, and there may be thousands of arguments. */
const MOST_REFERENCES = 16
const MOST_ARGUMENTS = 100
const LONG = 1000

/**
 * Returns the arguments a schema names, those that must be given first; nothing where a form cannot stand for it and
 * only JSON will do.
 */
export function argumentsOf(schema: Schema): Argument[] | undefined {
  const properties = schema.properties
  if (!isObject(properties)) return isEmptyObject(schema) ? [] : undefined
  const names = Object.keys(properties)
  if (names.length > MOST_ARGUMENTS) return undefined
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  if (!names.length && schema.additionalProperties === true) return undefined
  const found = names.map((name) => argument(name, properties[name], required.has(name), schema))
  return [...found.filter((one) => one.required), ...found.filter((one) => !one.required)]
}

function argument(name: string, raw: unknown, required: boolean, root: Schema): Argument {
  const given = isObject(raw) ? raw : {}
  const { schema, nullable } = plain(given, root)
  const choices = choicesOf(schema)
  const kind = choices.length ? 'choice' : kindOf(schema)
  const maxLength = number(schema.maxLength)
  return {
    name,
    kind,
    required,
    nullable,
    choices,
    maxLength,
    description: text(given.description) || text(schema.description),
    default: 'default' in given ? given.default : schema.default,
    shape: schema.type === 'array' || schema.type === 'object' ? schema.type : 'any',
    minimum: number(schema.minimum),
    maximum: number(schema.maximum),
    minLength: number(schema.minLength),
    long: kind === 'text' && maxLength !== undefined && maxLength > LONG,
  }
}

/** Follows references, and takes "this or nothing" for what it is. */
function plain(given: Schema, root: Schema): { schema: Schema; nullable: boolean } {
  let schema = given
  let nullable = false
  for (let left = MOST_REFERENCES; left > 0; left -= 1) {
    const options = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined
    if (typeof schema.$ref === 'string') {
      schema = resolved(schema.$ref, root)
    } else if (options) {
      const others = options.filter((one) => !(isObject(one) && one.type === 'null'))
      nullable ||= others.length < options.length
      if (others.length !== 1 || !isObject(others[0])) return { schema: {}, nullable }
      schema = others[0]
    } else if (Array.isArray(schema.allOf) && schema.allOf.length === 1 && isObject(schema.allOf[0])) {
      schema = schema.allOf[0]
    } else if (Array.isArray(schema.type)) {
      const types = schema.type.filter((type) => type !== 'null')
      nullable ||= types.length < schema.type.length
      return { schema: { ...schema, type: types.length === 1 ? types[0] : undefined }, nullable }
    } else {
      return { schema, nullable }
    }
  }
  return { schema: {}, nullable }
}

function resolved(reference: string, root: Schema): Schema {
  if (!reference.startsWith('#/')) return {}
  let found: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return isObject(found) ? found : {}
}

function choicesOf(schema: Schema): readonly unknown[] {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : []
}

function kindOf({ type }: Schema): Argument['kind'] {
  if (type === 'string') return 'text'
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'json'
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmptyObject = (schema: Schema) =>
  !schema.$ref && !schema.anyOf && !schema.oneOf && !schema.allOf && schema.additionalProperties === false
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
