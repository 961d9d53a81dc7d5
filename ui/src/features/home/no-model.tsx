import { Link } from '@tanstack/react-router'

import { Icon } from '@/components/icon'
import { Connect } from '@/components/models/connect'
import { useConnections } from '@/components/models/connections'
import { ModelTest } from '@/components/models/model-test'
import { Card } from '@/components/page'
import { useTexts } from '@/lib/text'

/** Says that no language model is there, what that means, and offers the providers to pick from. */
export function NoModel() {
  const t = useTexts('home')
  const found = useConnections()
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
        {found.data && <Connect found={found.data} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ModelTest />
          <Link
            to="/settings"
            hash="models"
            className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('missing.other')}
          </Link>
        </div>
      </div>
    </Card>
  )
}
