import { ApiError } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import { LinesInput } from '../../lines-file/input'
import { LineProblems } from '../../lines-file/problems'
import { useLinesFile } from '../../lines-file/use-lines-file'
import { wrongLines } from '../../lines-file/wrong-lines'
import { useTryFile } from '../use-acts'
import { Outcome } from './outcome'

interface TryFileDialogProps {
  /** The release that decides; what decides now where there is none. */
  number?: number
  onClose: () => void
}

/** Decides the messages of a file as if they came now, and says what came of it. */
export function TryFileDialog({ number, onClose }: TryFileDialogProps) {
  const t = useTexts('routing-releases')
  const shared = useTexts('shared')
  const reason = useReason()
  const trial = useTryFile(number)
  const file = useLinesFile()
  const { content, format } = file
  const problems = trial.error instanceof ApiError ? wrongLines(trial.error.problem) : []
  const refused = trial.error && !problems.length ? reason(trial.error) : ''
  // What was wrong with other lines says nothing about these.
  const taking = {
    ...file,
    take: (text: string, name?: string) => {
      trial.reset()
      file.take(text, name)
    },
  }
  const again = () => {
    trial.reset()
    file.clear()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={number === undefined ? t('trying.title') : t('trying.titleOf', { number })}
      description={trial.data ? undefined : t('trying.about')}
      actions={
        trial.data ? (
          <>
            <Button onClick={again}>{t('trying.again')}</Button>
            <Button look="primary" onClick={onClose}>
              {t('trying.close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{shared('cancel')}</Button>
            <Button
              look="primary"
              disabled={!content.trim()}
              busy={trial.isPending}
              onClick={() => trial.mutate({ format, content })}
            >
              {t(trial.isPending ? 'trying.busy' : 'trying.do')}
            </Button>
          </>
        )
      }
    >
      {trial.data ? (
        <Outcome replay={trial.data} />
      ) : (
        <LinesInput file={taking} refused={refused}>
          <LineProblems problems={problems} alert />
        </LinesInput>
      )}
    </Dialog>
  )
}
