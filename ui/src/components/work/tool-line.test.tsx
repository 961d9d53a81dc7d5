import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { keys } from '@/live/refresh'
import { at } from '@/live/place.fixture'

import { ToolLine } from './tool-line'
import type { ToolView } from './rounds'

const CALL: ToolView = {
  key: 'k',
  place: at(0, 0),
  name: 'add',
  agentId: null,
  status: 'completed',
  error: null,
  milliseconds: null,
  arguments: {},
}

function drawn(changes: Partial<ToolView>) {
  const queries = new QueryClient()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <ToolLine executionId="x" tool={{ ...CALL, ...changes }} />
    </QueryClientProvider>,
  )
  return { html, read: queries.getQueryCache().find({ queryKey: keys.execution('x') }) !== undefined }
}

describe('the line of a call', () => {
  it('stays at its place when the result comes, so that it stays open', () => {
    expect(drawn({ result: 4 }).html).toBe(drawn({ result: undefined }).html)
  })
  it('looks at the steps of the execution only where they may hold a chart', () => {
    expect(drawn({ undo: '/api/x' }).read).toBe(false)
    expect(drawn({ charted: true }).read).toBe(true)
  })
})
