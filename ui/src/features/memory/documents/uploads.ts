import { create } from 'zustand'

import { api, ApiError, data } from '@/client/api'

import { MOST_BYTES, newKey, sendDocument } from './upload'

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  | { kind: 'done'; documentId: string }
  /** The same file seems to be there already. */
  | { kind: 'double'; documentId: string }
  | { kind: 'failed'; reason: 'empty' | 'large' | 'other'; error?: unknown; again: boolean }

export interface Upload {
  id: string
  file: File
  state: UploadState
  /** Sent although it seems to be there. */
  anyway: boolean
}

interface Uploads {
  uploads: readonly Upload[]
  add: (files: readonly File[]) => void
  cancel: (id: string) => void
  again: (id: string, anyway?: boolean) => void
  clear: () => void
}

const AT_ONCE = 2
const stops = new Map<string, () => void>()

/** The files on their way; they go on while other pages are looked at. */
export const useUploads = create<Uploads>()((set, get) => {
  const change = (id: string, state: UploadState) =>
    set((now) => ({ uploads: now.uploads.map((one) => (one.id === id ? { ...one, state } : one)) }))
  const there = (id: string) => get().uploads.some((one) => one.id === id)

  const send = async (upload: Upload) => {
    const { id, file } = upload
    change(id, { kind: 'sending', share: 0 })
    try {
      const double = upload.anyway ? undefined : await sameAs(file)
      if (!there(id)) return
      if (double) return change(id, { kind: 'double', documentId: double })
      const { done, stop } = sendDocument(file, id, (share) => change(id, { kind: 'sending', share }))
      stops.set(id, stop)
      const document = await done
      change(id, { kind: 'done', documentId: document.id })
    } catch (error) {
      const again = !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 409
      change(id, { kind: 'failed', reason: 'other', error, again })
    } finally {
      stops.delete(id)
      next()
    }
  }
  const next = () => {
    const { uploads } = get()
    const free = AT_ONCE - uploads.filter(({ state }) => state.kind === 'sending').length
    for (const upload of uploads.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free)))
      void send(upload)
  }
  return {
    uploads: [],
    add: (files) => {
      const added = files.map((file): Upload => ({ id: newKey(), file, anyway: false, state: stateOf(file) }))
      set((now) => ({ uploads: [...now.uploads, ...added] }))
      next()
    },
    cancel: (id) => {
      stops.get(id)?.()
      set((now) => ({ uploads: now.uploads.filter((one) => one.id !== id) }))
      next()
    },
    again: (id, anyway = false) => {
      set((now) => ({
        uploads: now.uploads.map((one) => (one.id === id ? { ...one, anyway, state: { kind: 'waiting' } } : one)),
      }))
      next()
    },
    clear: () =>
      set((now) => ({
        uploads: now.uploads.filter(({ state }) => state.kind === 'waiting' || state.kind === 'sending'),
      })),
  }
})

function stateOf(file: File): UploadState {
  if (file.size === 0) return { kind: 'failed', reason: 'empty', again: false }
  if (file.size > MOST_BYTES) return { kind: 'failed', reason: 'large', again: false }
  return { kind: 'waiting' }
}

/** The document with the same file name and length, if there is one. */
async function sameAs(file: File): Promise<string | undefined> {
  const found = await data(api.GET('/api/documents', { params: { query: { search: file.name, limit: 20 } } }))
  return found.documents.find((one) => one.filename === file.name && one.bytes === file.size)?.id
}
