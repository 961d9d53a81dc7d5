import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'

import { freshKey } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

/** Where a question begins, and what else one often wants. */
export function Ask() {
  const t = useTexts('home')
  const navigate = useNavigate()
  const [question, setQuestion] = useState('')
  const key = useRef<string>(undefined)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const text = question.trim()
    if (!text) void navigate({ to: '/chat' })
    // The chat sends it, and keeps what cannot be sent. Pressing twice asks once.
    else void navigate({ to: '/chat', state: { ask: { text, key: (key.current ??= freshKey()) } } })
  }
  return (
    <div className="flex flex-col gap-3">
      <form
        onSubmit={ask}
        className={cn(
          'flex items-center gap-2 rounded-lg border border-line-strong bg-surface p-1.5',
          'pl-4 max-sm:gap-2.5 max-sm:pl-3 transition-colors duration-120',
          'focus-within:border-accent hover:border-faint',
        )}
      >
        <Icon name="chat-circle-dots" size={20} className="text-accent" />
        <input
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          aria-label={t('ask.label')}
          placeholder={t('ask.prompt')}
          autoComplete="off"
          className="h-10 min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
        />
        <Button type="submit" look="primary" icon="arrow-right" className="h-10" aria-label={t('ask.send')}>
          <span className="max-sm:hidden">{t('ask.send')}</span>
        </Button>
      </form>
      <nav aria-label={t('quick.label')} className="flex flex-wrap gap-2">
        <Quick to="/agents/new" icon="plus">
          {t('quick.create')}
        </Quick>
        <Quick to="/architecture" icon="graph">
          {t('quick.graph')}
        </Quick>
        <Quick to="/debug" icon="bug">
          {t('quick.events')}
        </Quick>
      </nav>
    </div>
  )
}

function Quick({
  to,
  icon,
  children,
}: {
  to: '/agents/new' | '/architecture' | '/debug'
  icon: InterfaceIcon
  children: string
}) {
  return (
    <Link
      to={to}
      className={cn(
        'inline-flex h-8 items-center gap-1.5 rounded-full border bg-surface px-3 text-sm',
        'font-medium text-muted transition-colors duration-120 hover:border-line-strong',
        'hover:bg-hover hover:text-ink',
      )}
    >
      <Icon name={icon} size={15} />
      {children}
    </Link>
  )
}
