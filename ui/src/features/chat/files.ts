import { useCallback, useEffect, useRef, useState } from 'react'

import { freshKey, root } from '@/client/api'
import { sendFile } from '@/client/send-file'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import type { OutgoingFile } from '@/live/outbox'

import { smaller } from './smaller'

export type SentFile = OutgoingFile

/** What one message may have, and how large each may be; the server says it too, after the wait. */
export const MOST_BYTES = 20 * 1024 * 1024
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export const isPicture = (file: { mediaType: string }): boolean => SHOWN.has(file.mediaType)

export const contentOf = (file: { id: string }): string => `${root}/api/files/${file.id}/content`

/** A file that goes with the message that is being written. */
export interface Attached {
  key: string
  name: string
  bytes: number
  /** The share that has gone out. */
  progress: number
  /** As the server keeps it; nothing until it has it. */
  file: SentFile | null
  /** Why it cannot be sent, in words. */
  problem: string
}

/** The files that go with the message that is being written: they are uploaded as soon as they are chosen. */
export function useAttached() {
  const t = useTexts('chat')
  const reason = useReason()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  // What ends each file that is on its way, from the moment it is chosen.
  const onTheirWay = useRef(new Map<string, () => void>())
  // What is not sent is deleted by the server after a day; an upload on its way ends here.
  useEffect(() => {
    const way = onTheirWay.current
    return () => {
      way.forEach((stop) => stop())
      way.clear()
    }
  }, [])
  const change = useCallback(
    (key: string, changes: Partial<Attached>) =>
      setAttached((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [],
  )
  const add = async (chosen: File) => {
    const key = freshKey()
    const one = { key, name: chosen.name || t('file.unnamed'), bytes: chosen.size, progress: 0, file: null }
    setAttached((before) => [...before, { ...one, problem: '' }])
    const way = onTheirWay.current
    way.set(key, () => undefined)
    const file = await smaller(chosen)
    if (!way.has(key)) return // it was taken out meanwhile
    if (file.size > MOST_BYTES) return change(key, { problem: t('file.tooLarge') })
    const { done, stop } = sendFile<SentFile>('/api/files', file, key, (progress) => change(key, { progress }))
    way.set(key, stop)
    try {
      change(key, { file: await done, progress: 1 })
    } catch (error) {
      change(key, { problem: reason(error) })
    } finally {
      way.delete(key)
    }
  }
  return {
    attached,
    add: (chosen: readonly File[]) => chosen.forEach((file) => void add(file)),
    remove: (key: string) => {
      onTheirWay.current.get(key)?.()
      onTheirWay.current.delete(key)
      setAttached((before) => before.filter((one) => one.key !== key))
    },
    clear: () => setAttached([]),
    /** Puts back what could not be sent. */
    restore: (files: readonly Attached[]) => setAttached((before) => [...files, ...before]),
  }
}
