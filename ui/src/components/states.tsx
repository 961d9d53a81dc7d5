import { useEffect, useState, type ReactNode } from 'react'

import { ApiError, Unreachable } from '@/client/api'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { Button } from './button'
import { Icon } from './icon'
import type { InterfaceIcon } from './icon-names'

interface EmptyProps {
  icon: InterfaceIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Puts the drawing beside the words on wide screens, for places that are wide and low. */
  low?: boolean
  className?: string
}

/** What a list says while there is nothing in it: a drawing, a sentence, one action. */
export function Empty({ icon, title, children, action, low = false, className }: EmptyProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-3 px-6 py-12 text-center',
        low && 'md:grid md:grid-cols-[auto_auto] md:justify-center md:justify-items-start md:gap-x-8 md:gap-y-1.5',
        low && 'md:py-6 md:text-left md:[&>:first-child]:row-span-3 md:[&>:not(:first-child)]:col-start-2',
        className,
      )}
    >
      <span aria-hidden className="module-soft module-ink relative grid size-18 place-items-center rounded-full">
        <span className="module-soft absolute -inset-2 rounded-full" />
        <Icon name={icon} size={30} />
      </span>
      <h2 className="pt-1 text-md font-semibold">{title}</h2>
      {children && <p className="max-w-96 text-base text-muted">{children}</p>}
      {action}
    </div>
  )
}

/** Failures that have words of ours, by the server's name for them. */
const NAMED = {
  'too-much-work': 'problem.work',
  'too-many-connections': 'problem.connections',
  'too-many-streams': 'problem.streams',
  'storage-full': 'problem.disk',
  'inbox-full': 'problem.inbox',
} as const

/** Returns what says a failure that the server has a name for: in the person's language, else in the server's words. */
export function useNamedReason(): (code: string | undefined, words: string) => string {
  const t = useTexts('shared')
  return (code, words) => (code && code in NAMED ? t(NAMED[code as keyof typeof NAMED]) : words)
}

/** The sentence for a failure. */
export function useReason(): (error: unknown) => string {
  const t = useTexts('shared')
  const named = useNamedReason()
  return (error) => {
    if (error instanceof Unreachable) return t('unreachable')
    if (error instanceof ApiError && error.status === 401) return t('signedOut')
    return named(
      error instanceof ApiError ? error.code : '',
      error instanceof Error && error.message ? error.message : t('failed'),
    )
  }
}

/** Says what failed and offers to try again. */
export function Failure({
  error,
  onRetry,
  className,
  action,
}: {
  error: unknown
  onRetry?: () => void
  className?: string
  action?: ReactNode
}) {
  const t = useTexts('shared')
  const reason = useReason()
  const title =
    error instanceof Unreachable
      ? t('unreachableTitle')
      : error instanceof ApiError && error.status === 404
        ? t('notFoundTitle')
        : t('failed')
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <span aria-hidden className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="warning-circle" size={26} />
      </span>
      <h2 className="text-md font-semibold">{title}</h2>
      <p className="max-w-120 text-base break-words text-muted">{reason(error)}</p>
      {onRetry && (
        <Button icon="arrow-clockwise" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {action}
    </div>
  )
}

/** A grey shape of the size of what it stands for; it appears only after 300 ms. */
export function Skeleton({ className }: { className?: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return <div aria-hidden className={cn('rounded-md', shown && 'animate-pulse-soft bg-hover', className)} />
}
