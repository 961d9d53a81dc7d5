import { Link } from '@tanstack/react-router'

import { ApiError } from '@/client/api'
import { useTexts } from '@/lib/text'

import { buttonLook } from '../button'
import { Drawer } from '../dialog'
import { Icon } from '../icon'
import { Empty, Failure, Skeleton } from '../states'
import type { Text } from './citing'
import { useCited } from './data'

interface PassageDrawerProps {
  documentId: string
  passageId: string
  Text: Text
  open: boolean
  onClose: () => void
}

/** The cited passage with what stands before and after it, beside the text that cites it. */
export function PassageDrawer({ documentId, passageId, Text, open, onClose }: PassageDrawerProps) {
  const t = useTexts('citation')
  const found = useCited(documentId, passageId)
  const gone = found.data === null || (found.error instanceof ApiError && found.error.status === 404)
  return (
    <Drawer open={open} onClose={onClose} title={found.data?.title ?? t('title')}>
      {found.isPending ? (
        <Skeleton className="h-64" />
      ) : gone ? (
        <Empty icon="files" title={t('gone')}>
          {t('goneBody')}
        </Empty>
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm break-words text-muted">
            {[
              found.data.passage.heading,
              found.data.passage.page === null ? '' : t('page', { page: found.data.passage.page }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Around Text={Text} texts={found.data.before.map(({ text }) => text)} />
          <section aria-label={t('passage')} className="rounded-md border-l-4 border-accent bg-accent-soft px-4 py-3">
            <Text text={found.data.passage.text} className="prose-small" />
          </section>
          <Around Text={Text} texts={found.data.after.map(({ text }) => text)} />
          <Link
            to="/memory/documents/$documentId"
            params={{ documentId }}
            search={{ passage: passageId }}
            onClick={onClose}
            className={buttonLook('plain')}
          >
            <Icon name="file-text" size={17} />
            {t('open')}
          </Link>
        </div>
      )}
    </Drawer>
  )
}

function Around({ Text, texts }: { Text: Text; texts: readonly string[] }) {
  return texts.map((text, index) => (
    <div key={index} className="text-muted">
      <Text text={text} className="prose-small" />
    </div>
  ))
}
