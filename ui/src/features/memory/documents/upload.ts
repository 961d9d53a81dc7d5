import { ApiError, freshKey, root, Unreachable, type Problem } from '@/client/api'

import type { Document } from './types'

/** The largest file that is taken. */
export const MOST_BYTES = 20 * 1024 * 1024

/** Endings of files whose text can be read; the server looks at the content, whatever the name is. */
export const ENDINGS = [
  '.pdf',
  '.docx',
  '.md',
  '.markdown',
  '.txt',
  '.text',
  '.html',
  '.htm',
  '.csv',
  '.json',
  '.log',
  '.rst',
] as const

/**
 * Sends a file; `onProgress` is told the share that has gone out. `fetch` cannot tell how far a body is, so this is the
 * older way. `key` makes a repetition harmless. Throws `ApiError`, `Unreachable`, or an `AbortError`.
 */
export function sendFile(
  file: File,
  key: string,
  onProgress: (share: number) => void,
): { done: Promise<Document>; stop: () => void } {
  const request = new XMLHttpRequest()
  const done = new Promise<Document>((resolve, reject) => {
    const body = new FormData()
    body.append('file', file, file.name)
    request.open('POST', `${root}/api/documents`)
    request.setRequestHeader('Idempotency-Key', key)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response as Document)
      else reject(new ApiError(request.status, (request.response as Problem | null) ?? undefined, request.statusText))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    request.send(body)
  })
  return { done, stop: () => request.abort() }
}

export const newKey = freshKey
