import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'

import { api, data } from '@/client/api'
import { STAGES } from '@/client/events'
import { buttonLook } from '@/components/button'
import { DecisionRow } from '@/components/decision/decision-row'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useOpen } from './open'
import { Part, SidePanel } from './side-panel'

const LATEST = 15

/** What the router does and what it has decided lately. */
export function RouterPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts('architecture')
  const decision = useTexts('decision')
  const nameOf = useStageName()
  return (
    <SidePanel title={t('station.router')} name={t('station.router')} onClose={onClose}>
      <p className="pb-3.5 text-base">{t('router.about')}</p>
      <Part title={t('router.decisions')}>
        <Latest />
      </Part>
      <Part title={t('router.stages')}>
        <ol className="flex flex-col gap-2">
          {STAGES.map((stage, index) => (
            <li key={stage} className="flex gap-2.5">
              <span
                aria-hidden
                className={cn(
                  'numbers mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-sunken',
                  'text-xs text-muted',
                )}
              >
                {index + 1}
              </span>
              <span className="min-w-0">
                <span className="block text-base font-medium first-letter:uppercase">{nameOf(stage)}</span>
                <span className="block text-sm text-muted">{decision(`question.${stage}`)}</span>
              </span>
            </li>
          ))}
        </ol>
      </Part>
    </SidePanel>
  )
}

function Latest() {
  const t = useTexts('architecture')
  const open = useOpen()
  const openDecision = useCallback((decision: string) => open({ decision }), [open])
  const read = useQuery({
    queryKey: keys.decisions,
    queryFn: () => data(api.GET('/api/routing/decisions', { params: { query: { limit: LATEST } } })),
  })
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} className="py-4" />
  if (read.isPending)
    return (
      <div className="flex flex-col gap-2">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    )
  if (!read.data.decisions.length) return <p className="text-base text-muted">{t('router.none')}</p>
  return (
    <>
      <ul className="-mx-2">
        {read.data.decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} onOpen={openDecision} />
        ))}
      </ul>
      <Link to="/routing" className={buttonLook('quiet', 'small', '-ml-2 mt-1')}>
        <Icon name="signpost" size={15} />
        {t('router.explorer')}
      </Link>
    </>
  )
}
