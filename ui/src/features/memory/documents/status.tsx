import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Document } from './types'

/** Whether a document can be searched; nothing where it simply can. */
export function DocumentStatus({ status }: { status: Document['status'] }) {
  const t = useTexts('memory-documents')
  if (status === 'ready') return null
  if (status === 'failed')
    return (
      <Chip tone="danger" icon="warning-circle">
        {t('status.failed')}
      </Chip>
    )
  return (
    <span
      role="status"
      className={cn(
        'inline-flex h-5.5 shrink-0 items-center gap-1 rounded-full bg-info-soft px-2',
        'text-xs font-medium whitespace-nowrap text-info',
      )}
    >
      <Icon name="circle-notch" size={13} className="animate-spin" />
      {t('status.indexing')}
    </span>
  )
}
