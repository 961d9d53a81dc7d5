import { useState } from 'react'

import { useTexts } from '@/lib/text'

import { formatOf, type FileFormat } from './format'

/** A file of messages that is being given: dropped, chosen or pasted. */
export interface LinesFile {
  content: string
  /** The file's name; empty for pasted lines. */
  name: string
  format: FileFormat
  /** Why it cannot be taken; empty when it can. */
  problem: string
  take: (content: string, name?: string) => void
  setFormat: (format: FileFormat) => void
  setProblem: (problem: string) => void
  clear: () => void
}

export function useLinesFile(): LinesFile {
  const t = useTexts('routing-lines')
  const [content, setContent] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<FileFormat | null>(null)
  const [problem, setProblem] = useState('')
  return {
    content,
    name,
    format: chosen ?? formatOf(name, content),
    problem,
    take: (text, from = '') => {
      setContent(text)
      setName(from)
      setChosen(null)
      setProblem(text.trim() ? '' : t('empty'))
    },
    setFormat: setChosen,
    setProblem,
    clear: () => {
      setContent('')
      setName('')
      setChosen(null)
      setProblem('')
    },
  }
}
