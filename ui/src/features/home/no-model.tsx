import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Icon } from '@/components/icon'
import { ModelSetup } from '@/components/models/model-setup'
import { ModelTest } from '@/components/models/model-test'
import { Card } from '@/components/page'
import { keys } from '@/live/refresh'

import { useHomeTexts } from './texts'

/** Says that no language model is there, what that means, and how to add one. */
export function NoModel() {
  const t = useHomeTexts()
  const models = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')) })
  return (
    <Card title={<span className="flex items-center gap-2"><Icon name="info" size={18} className="text-info" />{t('missing.title')}</span>}>
      <div className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col items-start gap-4">
          <p className="max-w-140 text-base text-muted">{t('missing.body')}</p>
          <ModelTest />
        </div>
        {models.data && <ModelSetup models={models.data.models} />}
      </div>
    </Card>
  )
}
