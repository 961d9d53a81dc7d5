import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Empty } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useToolWords } from '@/lib/tool-words'

import { HELPERS, serverOf, unwrapped, type Tool } from '../groups'
import { useOriginName } from '../list/group'
import { Hints } from '../list/hints'
import { PlainText } from '../plain-text'
import { ArgumentList } from './arguments'
import { AskInChat, Trial } from './trial'

/** Everything about one tool, and a way to try it. */
export function ToolPanel({
  name,
  tools,
  onClose,
}: {
  name: string | undefined
  tools: readonly Tool[]
  onClose: () => void
}) {
  const t = useTexts('tools')
  const tool = tools.find((one) => one.name === name)
  return (
    <Drawer open={name !== undefined} onClose={onClose} title={<span className="font-mono text-base">{name}</span>}>
      {tool ? (
        <Detail key={tool.name} tool={tool} />
      ) : (
        <Empty icon="wrench" title={t('gone.title')} action={<Button onClick={onClose}>{t('gone.back')}</Button>}>
          {t('gone.body')}
        </Empty>
      )}
    </Drawer>
  )
}

function Detail({ tool }: { tool: Tool }) {
  const t = useTexts('tools')
  const format = useFormat()
  const originName = useOriginName()
  const words = useToolWords()
  const origin = tool.origin ?? 'builtin'
  const limits = [
    tool.timeout !== undefined && t('detail.timeout', { time: format.duration(tool.timeout * 1000) }),
    tool.perMinute != null && t('detail.perMinute', { count: tool.perMinute }),
    tool.final && t('detail.final'),
    (tool.readOnly || tool.idempotent) && t('detail.repeatable'),
  ].filter(Boolean)
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-1.5">
          <Hints tool={tool} />
          <span className="text-sm text-muted">{originName(origin)}</span>
        </div>
        <p className="text-base break-words whitespace-pre-line">
          <PlainText text={unwrapped(words(tool))} />
        </p>
        {serverOf(origin) !== undefined && <p className="text-sm text-muted">{t('detail.from')}</p>}
      </div>
      <Part title={t('detail.usedBy')}>
        <UserLinks ids={tool.agents} />
      </Part>
      <Part title={t('detail.arguments')}>
        <ArgumentList tool={tool} />
      </Part>
      <Part title={t('detail.limits')}>
        <ul className="flex flex-col gap-0.5 text-base text-muted">
          {limits.map((limit) => (
            <li key={String(limit)}>{limit}</li>
          ))}
        </ul>
      </Part>
      <div className="border-t pt-4">{origin === HELPERS ? <AskInChat tool={tool} /> : <Trial tool={tool} />}</div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function UserLinks({ ids }: { ids: readonly string[] }) {
  const t = useTexts('tools')
  const agents = useAgentsById()
  if (!ids.length) return <p className="text-base text-muted">{t('noAgentsAbout')}</p>
  return (
    <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
      {ids.map((id) => (
        <li key={id} className="max-w-full">
          <Link
            to="/agents/$agentId"
            params={{ agentId: id }}
            className={cn(
              'inline-flex h-8 max-w-full items-center gap-2 rounded-full border pr-3 pl-1',
              'transition-colors duration-120 hover:bg-hover',
            )}
          >
            <Avatar agent={agents.get(id)} size={24} />
            <span className="truncate">{agents.get(id)?.name ?? id}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
