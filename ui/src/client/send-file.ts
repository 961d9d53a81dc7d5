import { usePreferences } from '@/lib/preferences'

import { ApiError, root, Unreachable, type Problem } from './api'

/**
 * Sends a file; `onProgress` is told the share that has gone out. `fetch` cannot tell how far a body is, so this is the
 * older way. `key` makes a repetition harmless. Throws `ApiError`, `Unreachable`, or an `AbortError`.
 */
export function sendFile<T>(
  path: string,
  file: File,
  key: string,
  onProgress: (share: number) => void,
): { done: Promise<T>; stop: () => void } {
  const request = new XMLHttpRequest()
  const done = new Promise<T>((resolve, reject) => {
    const body = new FormData()
    body.append('file', file, file.name)
    request.open('POST', `${root}${path}`)
    request.setRequestHeader('Idempotency-Key', key)
    request.setRequestHeader('Accept-Language', usePreferences.getState().language)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response as T)
      else reject(new ApiError(request.status, (request.response as Problem | null) ?? undefined, request.statusText))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    request.send(body)
  })
  return { done, stop: () => request.abort() }
}
