import { useId, useState } from 'react'

import type { Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { ArgumentList } from '../detail/arguments'
import { difference } from '../difference'
import { firstSentence } from '../groups'
import { Hints } from '../list/hints'
import { PlainText } from '../plain-text'

export type Offered = Schemas['OfferedTool']

const TONES: Record<Offered['status'], Tone> = {
  approved: 'success',
  new: 'info',
  changed: 'warning',
  gone: 'neutral',
  excluded: 'neutral',
}

interface OfferedLineProps {
  tool: Offered
  onApprove?: () => void
  busy?: boolean
}

/** A tool of a server: closed a line, open all that one agrees to. What waits is open from the beginning. */
export function OfferedLine({ tool, onApprove, busy }: OfferedLineProps) {
  const t = useTexts('tools-servers')
  const why = useWhy()
  const id = useId()
  const waits = onApprove !== undefined
  const [open, setOpen] = useState(waits)
  return (
    <li className="min-w-0 px-3 py-2 [contain-intrinsic-size:auto_48px] [content-visibility:auto]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-7 min-w-0 flex-1 basis-56 items-center gap-1.5 rounded-sm text-left"
        >
          <Icon name={open ? 'caret-down' : 'caret-right'} size={14} className="text-muted" />
          <span className="font-mono text-sm font-medium break-all">
            <PlainText text={tool.name} />
          </span>
        </button>
        <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full max-sm:pl-5">
          {/* All of a server reaches outside; that would say nothing here. */}
          <Hints tool={{ ...tool, openWorld: false, approval: false, origin: '' }} />
          <Chip tone={TONES[tool.status]}>{t(`tools.state.${tool.status}`)}</Chip>
          {onApprove && (
            <Button
              size="small"
              look="primary"
              icon="check"
              busy={busy ?? false}
              onClick={onApprove}
              aria-label={t('tools.approveOne', { name: tool.name })}
              className="max-sm:ml-auto"
            >
              {t('tools.approve')}
            </Button>
          )}
        </div>
      </div>
      {open ? (
        <About id={id} tool={tool} />
      ) : (
        <p className="truncate pl-5 text-sm text-muted">
          <PlainText text={tool.detail && !waits ? why(tool.why, tool.detail) : firstSentence(tool.description)} />
        </p>
      )}
    </li>
  )
}

function About({ id, tool }: { id: string; tool: Offered }) {
  const t = useTexts('tools-servers')
  const why = useWhy()
  const changed = tool.status === 'changed' && tool.before !== null
  return (
    <div id={id} className="flex min-w-0 flex-col gap-3 pt-1.5 pb-1 pl-5">
      {tool.detail && <p className="text-sm break-words text-muted">{why(tool.why, tool.detail)}</p>}
      {changed && tool.before !== tool.description ? (
        <div className="min-w-0">
          <h4 className="mb-1 text-sm font-semibold">{t('tools.before')}</h4>
          <Difference before={tool.before ?? ''} after={tool.description} />
        </div>
      ) : (
        <>
          {changed && <p className="text-sm text-warning">{t('tools.same')}</p>}
          {tool.description && (
            <p className="max-w-180 break-words whitespace-pre-line">
              <PlainText text={tool.description} />
            </p>
          )}
        </>
      )}
      {tool.status !== 'gone' && (
        <div className="max-w-180">
          <ArgumentList tool={{ ...tool, origin: 'mcp' }} />
        </div>
      )}
    </div>
  )
}

const LOOKS = { gone: 'bg-danger-soft text-danger line-through', new: 'bg-success-soft text-success no-underline' }

/** Two texts in one: what went is struck through, what came is marked. */
function Difference({ before, after }: { before: string; after: string }) {
  const t = useTexts('tools-servers')
  return (
    <p className="max-w-180 rounded-md border bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
      {difference(before, after).map(({ kind, text }, index) => {
        if (kind === 'same') return <PlainText key={index} text={text} />
        const Mark = kind === 'gone' ? 'del' : 'ins'
        return (
          <Mark key={index} className={`rounded-sm ${LOOKS[kind]}`}>
            <span className="sr-only">{` [${t(kind === 'gone' ? 'tools.gone' : 'tools.added')}] `}</span>
            <PlainText text={text} />
          </Mark>
        )
      })}
    </p>
  )
}
