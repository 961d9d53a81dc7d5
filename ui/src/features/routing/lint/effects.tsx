import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Card } from '@/components/page'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { useTexts } from '@/lib/text'

import type { TrafficEffect } from '../types'

const SHOWN = 10

/** What each agent gets of the recent messages, and how that differs from what is published. */
export function Effects({ effects }: { effects: readonly TrafficEffect[] }) {
  const t = useTexts('routing-lint')
  const [all, setAll] = useState(false)
  const messages = Math.max(0, ...effects.map((one) => one.messages))
  const some = effects.filter((one) => one.wins || one.gains || one.losses).sort((a, b) => b.wins - a.wins)
  const most = Math.max(1, ...some.map((one) => one.wins))
  const idle = effects.length - some.length
  const shown = all ? some : some.slice(0, SHOWN)
  return (
    <Card title={t('effects.title')}>
      <p className="px-4 text-sm text-muted">
        {messages ? t('effects.about', { count: messages }) : t('effects.none')}
      </p>
      {messages > 0 && (
        <div className="px-4 pt-2 pb-3.5">
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">{t('effects.title')}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('effects.agent')}</th>
                <th scope="col">{t('effects.gets')}</th>
                <th scope="col">
                  {t('effects.gains')} / {t('effects.losses')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <Row key={one.agent} effect={one} most={most} />
              ))}
            </tbody>
          </table>
          {some.length > SHOWN && (
            <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)} className="mt-1 -ml-2">
              {all ? t('fewer') : t('more', { count: some.length - SHOWN })}
            </Button>
          )}
          {idle > 0 && <p className="pt-1.5 text-sm text-muted">{t('effects.nothing', { count: idle })}</p>}
        </div>
      )}
    </Card>
  )
}

function Row({ effect, most }: { effect: TrafficEffect; most: number }) {
  const t = useTexts('routing-lint')
  const format = useFormat()
  const agent = useAgentsById().get(effect.agent)
  return (
    <tr>
      <th scope="row" className="w-36 max-w-36 py-1 pr-2 font-normal">
        <span className="flex min-w-0 items-center gap-2">
          <Avatar agent={agent} size={22} />
          <span className="min-w-0 truncate">{agent?.name ?? effect.agent}</span>
        </span>
      </th>
      <td className="py-1">
        <Wins wins={effect.wins} most={most} />
      </td>
      <td className="numbers w-16 py-1 pl-2 text-right text-sm whitespace-nowrap">
        {effect.gains > 0 && (
          <span title={t('effects.gained', { count: effect.gains })} className="text-success">
            +{format.number(effect.gains)}
          </span>
        )}{' '}
        {effect.losses > 0 && (
          <span title={t('effects.lost', { count: effect.losses })} className="text-danger">
            −{format.number(effect.losses)}
          </span>
        )}
      </td>
    </tr>
  )
}

function Wins({ wins, most }: { wins: number; most: number }) {
  const format = useFormat()
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-2 min-w-0 flex-1 rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: barLength(wins, most) }} />
      </span>
      <span className="numbers w-10 shrink-0 text-right">{format.number(wins)}</span>
    </span>
  )
}
