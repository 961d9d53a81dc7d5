import { freshKey } from '@/client/api'
import { sendFile } from '@/client/send-file'

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

/** Sends a file to be kept as a document. */
export const sendDocument = (file: File, key: string, onProgress: (share: number) => void) =>
  sendFile<Document>('/api/documents', file, key, onProgress)

export const newKey = freshKey
