import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import { LinesInput } from '../lines-file/input'
import { LineProblems } from '../lines-file/problems'
import { useLinesFile } from '../lines-file/use-lines-file'
import type { ImportReport } from './types'
import { useImport } from './use-acts'

/** Brings golden cases in from a file or from pasted lines, and says what is wrong with each line that is not taken. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('routing-golden')
  const shared = useTexts('shared')
  const reason = useReason()
  const bring = useImport()
  const file = useLinesFile()
  const { content, format } = file
  const again = () => {
    bring.reset()
    file.clear()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t('importing.title')}
      description={bring.data ? undefined : t('importing.about')}
      actions={
        bring.data ? (
          <>
            <Button onClick={again}>{t('importing.again')}</Button>
            <Button look="primary" onClick={onClose}>
              {t('importing.close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{shared('cancel')}</Button>
            <Button
              look="primary"
              disabled={!content.trim()}
              busy={bring.isPending}
              onClick={() => bring.mutate({ format, content })}
            >
              {t('importing.do')}
            </Button>
          </>
        )
      }
    >
      {bring.data ? (
        <Outcome report={bring.data} />
      ) : (
        <LinesInput file={file} refused={bring.error ? reason(bring.error) : ''} />
      )}
    </Dialog>
  )
}

/** What became of the lines. */
function Outcome({ report }: { report: ImportReport }) {
  const t = useTexts('routing-golden')
  const { added, replaced, problems } = report
  return (
    <div role="status" className="flex flex-col gap-3">
      {added > 0 && (
        <p className="flex items-start gap-2">
          <Icon name="check-circle" size={18} className="mt-px text-success" />
          {t('importing.added', { count: added })}
        </p>
      )}
      {replaced > 0 && (
        <p className="flex items-start gap-2">
          <Icon name="arrows-clockwise" size={18} className="mt-px text-info" />
          {t('importing.replaced', { count: replaced })}
        </p>
      )}
      {added + replaced === 0 && (
        <p className="flex items-start gap-2">
          <Icon name="info" size={18} className="mt-px text-info" />
          {t('importing.nothing')}
        </p>
      )}
      <LineProblems problems={problems} />
    </div>
  )
}
