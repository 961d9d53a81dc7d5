import type { Schemas } from '@/client/api'

export type ModelEntry = Schemas['ModelEntry']

/** What to set so that a provider's models can be used. */
export interface ProviderSetup {
  /** The provider's name in model names, such as `openai`. */
  provider: string
  /** The line for a shell, or nothing where no variable is named. */
  shell: string
  /** The line for `config.toml`. */
  file: string
  /** The server's own sentence. */
  detail: string
}

const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g
const PREFIX = 'BAILIWICK_'

/** Returns what to set for each provider that cannot be used, out of the server's sentences, in their order. */
export function setups(models: readonly ModelEntry[]): ProviderSetup[] {
  const byProvider = new Map<string, ProviderSetup>()
  for (const model of models) {
    if (model.usable || byProvider.has(model.provider)) continue
    const names = model.detail.match(VARIABLE) ?? []
    const own = names.find((name) => name.startsWith(PREFIX))
    const common = names.find((name) => !name.startsWith(PREFIX)) ?? own
    byProvider.set(model.provider, {
      provider: model.provider,
      shell: common ? `export ${common}="…"` : '',
      file: own ? `${own.slice(PREFIX.length).toLowerCase()} = "…"` : '',
      detail: model.detail,
    })
  }
  return [...byProvider.values()]
}

const TITLES: Record<string, string> = {
  openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google', ollama: 'Ollama', offline: 'Bailiwick', scripted: 'Bailiwick',
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
