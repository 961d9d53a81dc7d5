import { useEffect, useState } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

import type { EventData } from '@/client/events'
import { useLive } from '@/live/store'

import { edgeId } from './aggregate'

interface Way {
  sender: string
  recipient: string
}

/** A mail that is shown on its way. */
export interface Pulse extends Way {
  key: number
}

interface PulseState {
  pulses: readonly Pulse[]
  /** Lines that are bright because mail just went over them. */
  lit: ReadonlySet<string>
  fire: (mails: readonly Way[]) => void
  ended: (key: number) => void
}

/** Mails on their way; what draws one line or the dots reads its own slice. */
export type Pulses = UseBoundStore<StoreApi<PulseState>>

const MOST = 60
/** How long a line stays bright after a mail, in milliseconds. */
const LIT_MS = 1400

/** Shows mails on their way: those that are sent now, and those that are played. `still` leaves the dots out. */
export function usePulses(swarmId: string, still: boolean): Pulses {
  const [pulses] = useState(newPulses)
  useEffect(
    () =>
      useLive.subscribe((now, before) => {
        if (now.facts === before.facts) return
        const last = before.facts.at(-1)?.id ?? 0
        const sent = now.facts
          .filter((fact) => fact.id > last && fact.kind === 'mail.sent')
          .map((fact) => fact.data as unknown as EventData['mail.sent'])
        const here = sent.filter((mail) => mail.swarm === swarmId)
        pulses
          .getState()
          .fire(here.flatMap((mail) => mail.recipients.map((recipient) => ({ sender: mail.sender, recipient }))))
      }),
    [swarmId, pulses],
  )
  useEffect(() => {
    if (still) return pulses.subscribe((now) => now.pulses.length > 0 && pulses.setState({ pulses: [] }))
    return undefined
  }, [still, pulses])
  return pulses
}

function newPulses(): Pulses {
  let count = 0
  const until = new Map<string, number>()
  return create<PulseState>()((set) => {
    const fade = () => {
      const now = performance.now()
      for (const [id, end] of until) if (end <= now) until.delete(id)
      set({ lit: new Set(until.keys()) })
    }
    return {
      pulses: [],
      lit: new Set<string>(),
      fire: (mails) => {
        if (!mails.length || document.hidden) return
        for (const mail of mails) until.set(edgeId(mail.sender, mail.recipient), performance.now() + LIT_MS)
        const fresh = mails.map((mail): Pulse => ({
          sender: mail.sender,
          recipient: mail.recipient,
          key: (count += 1),
        }))
        set((now) => ({ pulses: [...now.pulses, ...fresh].slice(-MOST), lit: new Set(until.keys()) }))
        setTimeout(fade, LIT_MS + 20)
      },
      ended: (key) => set((now) => ({ pulses: now.pulses.filter((one) => one.key !== key) })),
    }
  })
}
