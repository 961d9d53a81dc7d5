import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'

/** Whose endpoint it is, a plug-in's perhaps, is not known here. */
const post = api.POST as unknown as (path: string) => Promise<{ error?: unknown; response: Response }>

/** Undoes what a call did, by a POST to `at`: brings back what it deleted. */
export function Undo({ at }: { at: string }) {
  const t = useTexts('work')
  const reason = useReason()
  const [state, setState] = useState<'done' | 'busy' | 'undone'>('done')
  const undo = async () => {
    setState('busy')
    try {
      await data(post(at))
      setState('undone')
    } catch (error) {
      notify(reason(error), 'failed')
      setState('done')
    }
  }
  return state === 'undone' ? (
    <p role="status" className="py-1 text-sm text-muted">
      {t('tool.undone')}
    </p>
  ) : (
    <div className="py-1">
      <Button size="small" icon="arrow-counter-clockwise" busy={state === 'busy'} onClick={() => void undo()}>
        {t('tool.undo')}
      </Button>
    </div>
  )
}
