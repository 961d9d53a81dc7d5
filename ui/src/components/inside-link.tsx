import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

import { root } from '@/client/api'

interface InsideLinkProps {
  /** A path of this server: of the app, or of a file. */
  href: string
  className?: string
  title?: string
  children: ReactNode
}

/** A document or file of this installation: the app shows it, or the browser saves it. */
export function InsideLink({ href, children, ...look }: InsideLinkProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const saved = href.startsWith('/api/')
  const follow = (event: MouseEvent) => {
    if (saved || !router || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    <a href={`${root}${href}`} download={saved || undefined} onClick={follow} {...look}>
      {children}
    </a>
  )
}
