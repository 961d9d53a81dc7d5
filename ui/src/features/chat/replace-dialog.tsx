import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useTexts } from '@/lib/text'

export interface Asked {
  later: number
  go: () => void
}

/** Asks before later turns leave the conversation, since they do not come back. */
export function ReplaceDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const t = useTexts('chat')
  const shared = useTexts('shared')
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={t('replace.title', { count: asked?.later ?? 0 })}
      description={t('replace.body')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button
            look="primary"
            onClick={() => {
              onClose()
              asked?.go()
            }}
          >
            {t('replace.do')}
          </Button>
        </>
      }
    />
  )
}
