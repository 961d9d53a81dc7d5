import { useMemo } from 'react'

import type { Decision } from '@/client/api'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useFieldName } from './evidence-list'
import { isKind } from './kinds'

/** All evidence as a table: what stands behind the bars. */
export function EvidenceTable({ decision }: { decision: Decision }) {
  const t = useTexts('decision')
  const format = useFormat()
  const field = useFieldName()
  const agents = useAgentsById()
  const rows = useMemo(
    () =>
      decision.candidates.flatMap((one) =>
        one.evidence.map((piece, index) => ({ piece, agent: one.agent, first: index === 0 })),
      ),
    [decision],
  )
  return (
    <div
      role="region"
      aria-label={t('table.caption')}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border"
    >
      <table className="w-full min-w-120 border-collapse text-left text-sm">
        <caption className="sr-only">{t('table.caption')}</caption>
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('table.agent')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('table.kind')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('table.matched')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('table.text')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {t('table.adds')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ piece, agent, first }, index) => (
            <tr key={index} className="border-t align-top">
              <th scope="row" className="px-3 py-1.5 font-medium">
                {first ? (
                  (agents.get(agent)?.name ?? agent)
                ) : (
                  <span className="sr-only">{agents.get(agent)?.name ?? agent}</span>
                )}
              </th>
              <td className="px-3 py-1.5 text-muted">{isKind(piece.kind) ? t(`kind.${piece.kind}`) : piece.kind}</td>
              <td className="px-3 py-1.5 break-words">{piece.matched}</td>
              <td className="px-3 py-1.5 break-all text-muted">
                {piece.text} <span className="text-faint">({field(piece.field)})</span>
              </td>
              <td className="numbers px-3 py-1.5 text-right">{format.number(piece.weight, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
