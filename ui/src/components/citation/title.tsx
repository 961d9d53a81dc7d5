import { useTexts } from '@/lib/text'

import { useCited } from './data'

/** What a citation refers to, in one line. */
export function CitationTitle({ documentId, passageId }: { documentId: string; passageId: string }) {
  const t = useTexts('citation')
  const found = useCited(documentId, passageId)
  if (found.isPending) return t('loading')
  if (!found.data) return t('gone')
  const { title, passage } = found.data
  return [title, passage.heading, passage.page === null ? '' : t('page', { page: passage.page })]
    .filter(Boolean)
    .join(' · ')
}
