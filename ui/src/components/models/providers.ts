import type { Schemas } from '@/client/api'

export type ModelEntry = Schemas['ModelEntry']

/** What to set so that a provider's models answer. */
export interface ProviderSetup {
  /** The provider's name in model names, such as `openai`. */
  provider: string
  /** The line for a shell, or nothing where no variable is named. */
  shell: string
  /** The line for `config.toml`. */
  file: string
  /** What is missing. */
  lack: Schemas['Lack']
}

const PREFIX = 'BAILIWICK_'

/** Returns what to set for each provider that lacks something, in the order of its models. */
export function setups(models: readonly ModelEntry[]): ProviderSetup[] {
  const byProvider = new Map<string, ProviderSetup>()
  for (const { provider, lack } of models) {
    if (!lack || byProvider.has(provider)) continue
    const { variable, setting } = lack.values ?? {}
    const common = variable ?? setting
    byProvider.set(provider, {
      provider,
      shell: common ? `export ${common}="…"` : '',
      file: setting ? `${setting.slice(PREFIX.length).toLowerCase()} = "…"` : '',
      lack,
    })
  }
  return [...byProvider.values()]
}

const TITLES: Record<string, string> = {
  openai: 'OpenAI',
  'openai-chat': 'OpenAI',
  'openai-responses': 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  offline: 'Bailiwick',
  scripted: 'Bailiwick',
}

/** How a provider writes its name. */
export function providerTitle(provider: string): string {
  return TITLES[provider] ?? provider
}

/** A model's name without its provider; where it is a script, the file alone. */
export function modelTitle(name: string): string {
  const at = name.indexOf(':')
  return at < 0 ? name : name.slice(at + 1)
}
