import { memberOf, type Member } from '../model'
import type { Pulses } from './pulses'
import { lineOf, type Ring } from './ring'

/** Mails on their way along the lines. */
export function Dots({ pulses, ring, members }: { pulses: Pulses; ring: Ring; members: ReadonlyMap<string, Member> }) {
  const shown = pulses((state) => state.pulses)
  return shown.map((pulse) => {
    const [from, to] = [ring.places.get(pulse.sender), ring.places.get(pulse.recipient)]
    if (!from || !to) return null
    return (
      <span
        key={pulse.key}
        aria-hidden
        className="flow-mail"
        onAnimationEnd={() => pulses.getState().ended(pulse.key)}
        style={{
          offsetPath: `path("${lineOf(from, to, ring.center, ring.disc / 2)}")`,
          background: memberOf(members, pulse.sender).color,
        }}
      />
    )
  })
}
