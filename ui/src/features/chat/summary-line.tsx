import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { modelTitle } from '@/components/models/providers'
import type { Turn } from '@/components/work/turn-view'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

/** That agents read a summary in place of all turns up to here, and what it says. */
export function SummaryLine({ summary }: { summary: NonNullable<Turn['summary']> }) {
  const t = useTexts('chat')
  const format = useFormat()
  return (
    <div className="mt-2 border-t pt-1">
      <Disclosure
        mark={<Icon name="text-align-left" size={15} />}
        label={t('summary.stands', { count: summary.turns })}
        describe={t('summary.why')}
      >
        {() => (
          <div className="flex flex-col gap-2">
            <Markdown text={summary.text} className="text-muted" />
            <p className="text-sm text-muted">
              {t('summary.by', { model: modelTitle(summary.model), when: format.date(summary.createdAt) })}{' '}
              {t('summary.why')}
            </p>
          </div>
        )}
      </Disclosure>
    </div>
  )
}
