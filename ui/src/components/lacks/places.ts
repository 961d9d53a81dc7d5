import type { Schemas } from '@/client/api'

/** One thing that is missing: a code with the values that its sentence names. */
export type Lack = Schemas['Lack']

export type Place =
  | { name: 'models'; provider: string }
  | { name: 'plugin'; plugin: string }
  | { name: 'anyModel' | 'servers' | 'credentials' }

/** Where a person sets right what is missing; nothing where no page does. */
export function placeOf({ code, values }: Lack): Place | null {
  switch (code) {
    case 'key-missing':
    case 'key-refused':
    case 'connection-refused':
    case 'connection-closed':
    case 'credit-used-up':
    case 'unreachable':
    case 'address-missing':
    case 'no-model-served':
    case 'model-absent':
      return { name: 'models', provider: values?.provider ?? '' }
    case 'model-unknown':
    case 'script-outside':
    case 'script-absent':
      return { name: 'anyModel' }
    case 'mcp-unregistered':
    case 'mcp-disabled':
    case 'mcp-unstartable':
    case 'mcp-unreachable':
    case 'mcp-unapproved':
      return { name: 'servers' }
    case 'store-missing':
    case 'store-refused':
      return { name: 'plugin', plugin: values?.plugin ?? '' }
    case 'credential-missing':
      return { name: 'credentials' }
    case 'inactive':
    case 'plugin':
    case 'extra-missing':
    case 'sandbox-missing':
      return null
  }
}

/** The id of a provider's row in the settings; OpenAI's ways of talking share one. */
export const providerAnchor = (provider: string): string =>
  `models-${['openai-chat', 'openai-responses'].includes(provider) ? 'openai' : provider}`
