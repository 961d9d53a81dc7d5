import { useCallback, useState, type FormEvent } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { BUDGETS, fieldOf, LIMITS, raised, reachedOf, spentOf, valueOf, type Budget, type Limit } from './budget-model'
import { LimitFields, type LimitTexts } from './limits-fields'
import { Problem } from './problem'
import type { Swarm } from './types'
import { useSwarmAct, useSwarmEdit } from './use-acts'

interface LimitsDialogProps {
  swarm: Swarm
  /** The limit to begin with. */
  focus?: Budget | undefined
  onClose: () => void
}

/** Where limits are raised, lowered and lifted; one that is reached is proposed to be raised. */
export function LimitsDialog({ swarm, focus, onClose }: LimitsDialogProps) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  const format = useFormat()
  const edit = useSwarmEdit(swarm.id)
  const act = useSwarmAct(swarm.id)
  const full = reachedOf(swarm)
  const [values, setValues] = useState<LimitTexts>(() => {
    const texts = Object.fromEntries(LIMITS.map((limit) => [limit, fieldOf(limit, swarm.limits[limit])])) as Record<
      Limit,
      string
    >
    if (full) texts[full] = fieldOf(full, raised(spentOf(swarm, full)))
    return texts
  })
  const [tried, setTried] = useState(false)
  // As it was when the window opened: a limit that is reached later must not take the focus.
  const [first] = useState(full ?? focus)
  const begin = useCallback(
    (form: HTMLFormElement | null) => {
      const field = first && form?.querySelector<HTMLInputElement>(`[data-limit=${first}]`)
      // After the window has given the focus to its first field.
      if (field) requestAnimationFrame(() => (field.focus(), field.select()))
    },
    [first],
  )
  const paused = full !== null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const changes: Record<string, number | null> = {}
    for (const limit of LIMITS) {
      const value = valueOf(limit, values[limit])
      if (value === undefined) return
      if (values[limit] !== fieldOf(limit, swarm.limits[limit])) changes[limit] = value
    }
    try {
      if (Object.keys(changes).length) await edit.mutateAsync({ limits: changes as never })
      if (paused) await act.mutateAsync('resume')
      notify(t('done.saved'))
      onClose()
    } catch {
      // Said below, or by the act.
    }
  }
  const used = Object.fromEntries(
    BUDGETS.map((budget) => {
      const { used } = spentOf(swarm, budget)
      return [budget, budget === 'seconds' ? format.duration(used * 1000) : format.number(used)]
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t('limits.title')}
      description={t('limits.about')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="swarm-limits" busy={edit.isPending || act.isPending}>
            {t(paused ? 'limits.saveResume' : 'limits.save')}
          </Button>
        </>
      }
    >
      <form
        id="swarm-limits"
        ref={begin}
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-col gap-4"
      >
        <Problem error={edit.error} />
        <LimitFields
          values={values}
          onChange={(limit, value) => setValues((now) => ({ ...now, [limit]: value }))}
          tried={tried}
          used={used}
          reached={full}
        />
      </form>
    </Dialog>
  )
}
