import { describe, expect, it } from 'vitest'

import { modelTitle, setups, type ModelEntry } from './providers'

const model = (name: string, more: Partial<ModelEntry> = {}): ModelEntry => ({
  name, provider: name.split(':')[0]!, usable: false, detail: '', default: false, ...more,
})

describe('what to set for a provider', () => {
  it('is told once for each that cannot be used, by the variables of the server’s sentence', () => {
    const detail = 'Set GEMINI_API_KEY (or BAILIWICK_GOOGLE_API_KEY) to use google.'
    expect(setups([model('offline', { usable: true }), model('google:a', { detail }), model('google:b', { detail })])).toEqual([
      { provider: 'google', shell: 'export GEMINI_API_KEY="…"', file: 'google_api_key = "…"', detail },
    ])
  })

  it('has only its own variable where there is no common one', () => {
    const [found] = setups([model('ollama:a', { detail: 'Set BAILIWICK_OLLAMA_URL to use ollama.' })])
    expect([found!.shell, found!.file]).toEqual(['export BAILIWICK_OLLAMA_URL="…"', 'ollama_url = "…"'])
  })

  it('is the sentence alone where it names no variable', () => {
    const [found] = setups([model('ollama:a', { detail: 'Ollama does not have a; run `ollama pull a`.' })])
    expect([found!.shell, found!.file, found!.detail]).toEqual(['', '', 'Ollama does not have a; run `ollama pull a`.'])
  })
})

it('shortens a model’s name to what its provider calls it', () => {
  expect([modelTitle('openai:gpt:x'), modelTitle('offline')]).toEqual(['gpt:x', 'offline'])
})
