import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { useTexts } from '@/lib/text'

import { memberOf, type Member } from '../model'
import type { Edge } from './aggregate'

const FEW = 10
const MOST = 400

interface EdgeListProps {
  edges: readonly Edge[]
  members: ReadonlyMap<string, Member>
  onEdge: (edge: Edge) => void
}

/** Who writes to whom as a table, busiest first; each line leads to the mails. */
export function EdgeList({ edges, members, onEdge }: EdgeListProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const most = edges[0]?.mails ?? 1
  if (!edges.length) return <p className="px-2 py-3 text-sm text-muted">{t('flow.none')}</p>
  return (
    <div className="flex flex-col items-start gap-1">
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <caption className="sr-only">{t('flow.title')}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="w-[36%] py-1 pl-2 font-medium">
              {t('flow.from')}
            </th>
            <th scope="col" className="w-[40%] py-1 pl-4.5 font-medium">
              {t('flow.to')}
            </th>
            <th scope="col" className="w-[24%] py-1 pr-2 text-right font-medium">
              {t('flow.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {edges.slice(0, all ? MOST : FEW).map((edge) => {
            const [from, to] = [memberOf(members, edge.sender), memberOf(members, edge.recipient)]
            return (
              <tr key={edge.id} className="relative hover:bg-hover">
                <th scope="row" className="py-1 pr-1 pl-2 font-normal">
                  <span className="flex items-center gap-1.5">
                    <Avatar agent={from} size={20} />
                    <span className="min-w-0 truncate">{from.name}</span>
                  </span>
                </th>
                <td className="py-1 pr-2">
                  <span className="flex items-center gap-1.5">
                    <Icon name="arrow-right" size={12} className="text-faint" />
                    <Avatar agent={to} size={20} />
                    <span className="min-w-0 truncate">{to.name}</span>
                  </span>
                </td>
                <td className="py-1 pr-2">
                  {/* The words are at the end of the line. */}
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
                  <button
                    type="button"
                    onClick={() => onEdge(edge)}
                    className="flex min-h-6 w-full items-center gap-2 rounded-sm after:absolute after:inset-0"
                  >
                    <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
                      <span
                        className="block h-full rounded-full bg-accent"
                        style={{ width: barLength(edge.mails, most) }}
                      />
                    </span>
                    <span className="numbers w-7 text-right">
                      <span className="sr-only">{t('flow.showMails', { from: from.name, to: to.name })} </span>
                      {format.number(edge.mails)}
                    </span>
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {edges.length > FEW && (
        <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('flow.less') : t('flow.all', { n: format.number(edges.length) })}
        </Button>
      )}
    </div>
  )
}
