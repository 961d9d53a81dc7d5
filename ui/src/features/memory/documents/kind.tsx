import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'

export type KindName = 'pdf' | 'word' | 'markdown' | 'html' | 'text' | 'other'

const ICONS: Record<KindName, InterfaceIcon> = {
  pdf: 'file-pdf',
  word: 'file-doc',
  markdown: 'file-md',
  html: 'file-html',
  text: 'file-txt',
  other: 'file-text',
}

/** What people call a media type. */
export function kindOf(mediaType: string): KindName {
  if (mediaType === 'application/pdf') return 'pdf'
  if (mediaType.includes('wordprocessingml')) return 'word'
  if (mediaType === 'text/markdown') return 'markdown'
  if (mediaType === 'text/html' || mediaType.includes('xhtml')) return 'html'
  return mediaType.startsWith('text/') ? 'text' : 'other'
}

/** The picture of a document's kind. */
export function KindDisc({ mediaType, size = 34 }: { mediaType: string; size?: number }) {
  return (
    <span
      aria-hidden
      className="module-ink module-soft grid shrink-0 place-items-center rounded-md"
      style={{ width: size, height: size }}
    >
      <Icon name={ICONS[kindOf(mediaType)]} size={Math.round(size * 0.58)} />
    </span>
  )
}
