import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { ModelSetup } from '@/components/models/model-setup'
import { ModelTest } from '@/components/models/model-test'
import { Card } from '@/components/page'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Says that no language model is there, what that means, and how to add one; `open` says how at once. */
export function NoModel({ open }: { open: boolean }) {
  const t = useTexts('home')
  const id = useId()
  const [shown, setShown] = useState(open)
  const models = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')) })
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon name="info" size={18} className="text-info" />
          {t('missing.title')}
        </span>
      }
    >
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <p className="max-w-180 text-base text-muted">{t('missing.body')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            icon={shown ? 'caret-up' : 'caret-down'}
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {t('missing.how')}
          </Button>
          <ModelTest />
        </div>
        <div id={id} hidden={!shown} className="max-w-180">
          {models.data && <ModelSetup models={models.data.models} />}
        </div>
      </div>
    </Card>
  )
}
