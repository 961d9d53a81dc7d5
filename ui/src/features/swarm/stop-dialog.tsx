import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useTexts } from '@/lib/text'

/** The second step of stopping a whole swarm. */
export function StopDialog({ busy, onStop, onClose }: { busy: boolean; onStop: () => void; onClose: () => void }) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('acts.stopAsk')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="danger" icon="stop" busy={busy} onClick={onStop}>
            {t('acts.stop')}
          </Button>
        </>
      }
    >
      <p className="text-base text-muted">{t('acts.stopWhat')}</p>
    </Dialog>
  )
}
