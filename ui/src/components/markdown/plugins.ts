import { useEffect, useState } from 'react'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { PluggableList } from 'unified'

import { citationMarks } from './citations'
import { rawHtmlAsText } from './raw-html'
import { SCHEMA } from './safety'

type Part = 'maths' | 'code'
interface Plugins {
  remark: PluggableList
  rehype: PluggableList
}

const SAFE: PluggableList = [[rehypeSanitize, SCHEMA]]
const PLAIN: Plugins = { remark: [[remarkGfm, { singleTilde: false }], rawHtmlAsText], rehype: SAFE }

/** Parts that only few texts need are fetched when the first text needs them. */
const loaded: Partial<Record<Part, Plugins>> = {}
const loading: Partial<Record<Part, Promise<unknown>>> = {}

const LOADERS: Record<Part, () => Promise<Plugins>> = {
  maths: async () => {
    const [maths, katex] = await Promise.all([
      import('remark-math'),
      import('rehype-katex'),
      import('katex/dist/katex.min.css'),
    ])
    // A formula may neither load nor link anything, and neither grow without end.
    const options = { trust: false, strict: false, maxExpand: 200, maxSize: 20, output: 'htmlAndMathml' as const }
    return { remark: [maths.default], rehype: [[katex.default, options]] }
  },
  code: async () => {
    const highlight = await import('rehype-highlight')
    // Its grammars are prepared once, not for every text.
    const colour = highlight.default({ detect: false, plainText: ['text', 'txt', 'file'] })
    return { remark: [], rehype: [() => colour] }
  },
}

async function load(part: Part): Promise<void> {
  loading[part] ??= LOADERS[part]().then((plugins) => (loaded[part] = plugins))
  try {
    await loading[part]
  } catch {
    // Without its part the text is plainer; the next text tries again.
    delete loading[part]
  }
}

/** Returns what a text with formulas or code is laid out with; plainer until that has been fetched. */
export function usePlugins(needs: Record<Part | 'citations', boolean>): Plugins {
  const [, redraw] = useState(0)
  const { maths, code, citations } = needs
  useEffect(() => {
    let gone = false
    const missing = ([maths && 'maths', code && 'code'] as const).filter(
      (part): part is Part => part !== false && !loaded[part],
    )
    for (const part of missing) void load(part).then(() => gone || redraw((count) => count + 1))
    return () => {
      gone = true
    }
  }, [maths, code])
  return pluginsFor(maths ? loaded.maths : undefined, code ? loaded.code : undefined, citations)
}

const CITED: Plugins = { ...PLAIN, rehype: [...SAFE, citationMarks] }

function pluginsFor(maths: Plugins | undefined, code: Plugins | undefined, citations: boolean): Plugins {
  const plain = citations ? CITED : PLAIN
  if (!maths && !code) return plain
  return {
    remark: [...plain.remark, ...(maths?.remark ?? [])],
    rehype: [...plain.rehype, ...(maths?.rehype ?? []), ...(code?.rehype ?? [])],
  }
}

/** Fetches both parts; for places without effects, such as tests. */
export async function loadPlugins(): Promise<void> {
  await Promise.all([load('maths'), load('code')])
}
