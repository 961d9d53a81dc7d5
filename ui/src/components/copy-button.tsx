import { useEffect, useState } from 'react'

import { copyText } from '@/lib/clipboard'
import { useTexts } from '@/lib/text'

import { IconButton } from './button'
import { notify } from './toasts'

/** Copies a text and says that it did. */
export function CopyButton({
  text,
  label,
  className,
}: {
  text: string | (() => string)
  label?: string
  className?: string
}) {
  const t = useTexts('shared')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), 1600) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(typeof text === 'string' ? text : text())) setCopied(true)
    else notify(t('failed'), 'failed')
  }
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      size="small"
      label={copied ? t('copied') : (label ?? t('copy'))}
      onClick={() => void copy()}
      className={className}
    />
  )
}
