import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useCanaryFigures } from './data'

/** How many decisions of a canary were wrong, beside those of the release that decides the rest. */
export function CanaryMetrics({ number }: { number: number }) {
  const t = useTexts('routing-releases')
  const figures = useCanaryFigures(number).data
  if (!figures) return null
  return (
    <div className="flex w-full flex-col gap-2 rounded-md bg-sunken px-3 py-2.5">
      <dl className="grid grid-cols-[auto_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm">
        <Share name={t('canary.its')} wrong={figures.wrong} of={figures.decided} />
        <Share name={t('canary.others')} wrong={figures.othersWrong} of={figures.others} />
      </dl>
      <p className="text-xs text-muted">{t('canary.judged')}</p>
    </div>
  )
}

function Share({ name, wrong, of }: { name: string; wrong: number; of: number }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const share = of ? wrong / of : 0
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-danger" style={{ width: `${share * 100}%` }} />
      </dd>
      <dd className="numbers text-right">
        {of
          ? t('canary.wrong', { wrong: format.number(wrong), of: format.number(of), share: format.percent(share) })
          : t('canary.none')}
      </dd>
    </>
  )
}
