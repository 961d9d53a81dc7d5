import { describe, expect, it } from 'vitest'

import { modelTitle, setups, type ModelEntry } from './providers'

const model = (name: string, more: Partial<ModelEntry> = {}): ModelEntry => ({
  name,
  provider: name.split(':')[0]!,
  usable: false,
  detail: '',
  default: false,
  kind: name.split(':')[0]!,
  personal: false,
  ...more,
})

describe('what to set for a provider', () => {
  it('is told once for each that lacks something, by the variables that the server names', () => {
    const lack = {
      code: 'key-missing' as const,
      values: { provider: 'google', variable: 'GEMINI_API_KEY', setting: 'BAILIWICK_GOOGLE_API_KEY' },
    }
    expect(
      setups([model('offline', { usable: true }), model('google:a', { lack }), model('google:b', { lack })]),
    ).toEqual([{ provider: 'google', shell: 'export GEMINI_API_KEY="…"', file: 'google_api_key = "…"', lack }])
  })

  it('is told of a provider that refused its key too', () => {
    const lack = {
      code: 'key-refused' as const,
      values: { provider: 'openai', variable: 'OPENAI_API_KEY', setting: 'BAILIWICK_OPENAI_API_KEY' },
    }
    expect(setups([model('openai:a', { usable: true, lack })]).map((one) => one.shell)).toEqual([
      'export OPENAI_API_KEY="…"',
    ])
  })

  it('has only its own variable where there is no common one', () => {
    const lack = { code: 'address-missing' as const, values: { provider: 'ollama', setting: 'BAILIWICK_OLLAMA_URL' } }
    const [found] = setups([model('ollama:a', { lack })])
    expect([found!.shell, found!.file]).toEqual(['export BAILIWICK_OLLAMA_URL="…"', 'ollama_url = "…"'])
  })

  it('names no line where there is nothing to set', () => {
    const [found] = setups([
      model('ollama:a', { lack: { code: 'model-absent', values: { provider: 'ollama', model: 'a' } } }),
    ])
    expect([found!.shell, found!.file]).toEqual(['', ''])
  })
})

it('shortens a model’s name to what its provider calls it', () => {
  expect([modelTitle('openai:gpt:x'), modelTitle('offline')]).toEqual(['gpt:x', 'offline'])
})
