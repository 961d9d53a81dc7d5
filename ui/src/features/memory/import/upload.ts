import { ApiError, root, Unreachable, type Problem, type Schemas } from '@/client/api'

type Line =
  | { state: 'importing' | 'imported'; share: number; imported: Schemas['KnowledgeImport'] }
  | { state: 'failed'; problem: Problem }

/** What the last whole line of an answer says, so far. */
export function lastLine(text: string): Line | undefined {
  const end = text.lastIndexOf('\n')
  return end < 0 ? undefined : (JSON.parse(text.slice(text.lastIndexOf('\n', end - 1) + 1, end)) as Line)
}

/**
 * Sends JSON lines to a memory; `onProgress` is told the share that has gone out, then `onWritten` the share that has
 * been written down. `fetch` cannot tell how far a body is, so this is the older way. Throws `ApiError` or
 * `Unreachable`.
 */
export function sendLines(
  lines: string,
  scope: string,
  onProgress: (share: number) => void,
  onWritten: (share: number) => void,
): { done: Promise<Schemas['KnowledgeImport']>; stop: () => void } {
  const request = new XMLHttpRequest()
  const done = new Promise<Schemas['KnowledgeImport']>((resolve, reject) => {
    request.open('POST', `${root}/api/knowledge/import?scope=${encodeURIComponent(scope)}`)
    request.setRequestHeader('Content-Type', 'application/x-ndjson')
    request.setRequestHeader('Accept', 'application/x-ndjson, application/problem+json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('progress', () => {
      const line = request.status === 200 ? lastLine(request.responseText) : undefined
      if (line?.state === 'importing') onWritten(line.share)
    })
    request.addEventListener('load', () => {
      const line = request.status === 200 ? lastLine(request.responseText) : undefined
      if (line?.state === 'imported') resolve(line.imported)
      else if (line?.state === 'failed') reject(new ApiError(line.problem.status, line.problem, line.problem.title))
      else if (request.status === 200) reject(new Unreachable())
      else reject(new ApiError(request.status, problemOf(request.responseText), request.statusText))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    request.send(lines)
  })
  return { done, stop: () => request.abort() }
}

function problemOf(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return undefined
  }
}
