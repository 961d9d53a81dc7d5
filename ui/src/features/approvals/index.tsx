import { Page } from '@/components/page'
import { useTexts } from '@/lib/text'

import { Grants } from './grants'
import { History } from './history'
import { Waiting } from './waiting'

/** The inbox of calls that wait for a person's word, what was decided, and what is allowed for good. */
export default function Approvals() {
  const t = useTexts('approvals')
  return (
    <Page module="approvals" title={t('title')} about={t('about')}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Waiting />
          <History />
        </div>
        <Grants />
      </div>
    </Page>
  )
}
