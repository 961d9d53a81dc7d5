import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

import { announce } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { useLive } from '@/live/store'

/** Says, wherever the app is open, that most of a limit on spending is used. */
export function useBudgetNotices(): void {
  const t = useTexts('budgets')
  const navigate = useNavigate()
  useEffect(
    () =>
      useLive.subscribe((now, before) => {
        if (now.facts === before.facts) return
        const known = new Set(before.facts)
        for (const fact of now.facts) {
          if (fact.kind !== 'budget.near' || known.has(fact)) continue
          announce(t('notice', { name: String(fact.data.name) }), {
            label: t('see'),
            act: () => void navigate({ to: '/budgets' }),
          })
        }
      }),
    [t, navigate],
  )
}
