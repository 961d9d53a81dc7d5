import { useMedia } from '@/lib/media'

import { MessageBox } from './message-box'
import { Past } from './past'
import { LiveDecision, StoredDecision, Unasked } from './shown'
import { useExplorer } from './use-explorer'

/** Where messages go and why: one that is typed, or one of the past. */
export default function Explorer() {
  const explorer = useExplorer()
  const { decision, tried, typed, whyNot, type, open, ask } = explorer
  const beside = useMedia('(min-width: 1100px)')
  const asking = { agent: whyNot, ask }
  const busy = Boolean(decision) || typed.message.trim() !== ''
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[316px_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:max-h-[calc(100dvh-92px)]">
        {(beside || !decision) && <MessageBox typed={typed} onType={type} />}
        {beside && <Past current={decision} onOpen={open} inside />}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {decision ? (
          <StoredDecision
            key={decision}
            id={decision}
            asking={asking}
            onTry={type}
            onBack={beside ? undefined : () => open(undefined)}
          />
        ) : busy ? (
          tried.message && <LiveDecision tried={tried} asking={asking} />
        ) : (
          beside && <Unasked onTry={type} />
        )}
        {!beside && !busy && <Past current={decision} onOpen={open} />}
      </div>
    </div>
  )
}
