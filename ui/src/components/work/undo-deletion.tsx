import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'

import type { Deleted } from './rounds'

/** Brings back what a call deleted. */
export function UndoDeletion({ deleted }: { deleted: Deleted }) {
  const t = useTexts('work')
  const reason = useReason()
  const [state, setState] = useState<'deleted' | 'busy' | 'back'>('deleted')
  const undo = async () => {
    setState('busy')
    try {
      const params = { path: { id: deleted.id } }
      if (deleted.what === 'note') await data(api.POST('/api/notes/{id}/restore', { params }))
      else await data(api.POST('/api/knowledge/changes/{id}/undo', { params }))
      setState('back')
    } catch (error) {
      notify(reason(error), 'failed')
      setState('deleted')
    }
  }
  return state === 'back' ? (
    <p role="status" className="py-1 text-sm text-muted">
      {t(`tool.restored.${deleted.what}`)}
    </p>
  ) : (
    <div className="py-1">
      <Button size="small" icon="arrow-counter-clockwise" busy={state === 'busy'} onClick={() => void undo()}>
        {t('tool.undo')}
      </Button>
    </div>
  )
}
