import { ApiError, root, Unreachable, type Problem, type Schemas } from '@/client/api'

/**
 * Sends JSON lines to a memory; `onProgress` is told the share that has gone out. `fetch` cannot tell how far a body is,
 * so this is the older way. Throws `ApiError` or `Unreachable`.
 */
export function sendLines(
  lines: string, scope: string, onProgress: (share: number) => void,
): { done: Promise<Schemas['KnowledgeImport']>; stop: () => void } {
  const request = new XMLHttpRequest()
  const done = new Promise<Schemas['KnowledgeImport']>((resolve, reject) => {
    request.open('POST', `${root}/api/knowledge/import?scope=${encodeURIComponent(scope)}`)
    request.setRequestHeader('Content-Type', 'application/x-ndjson')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response as Schemas['KnowledgeImport'])
      else reject(new ApiError(request.status, (request.response as Problem | null) ?? undefined, request.statusText))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    request.send(lines)
  })
  return { done, stop: () => request.abort() }
}
