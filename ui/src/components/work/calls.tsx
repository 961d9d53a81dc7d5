import { ApprovalCard } from '@/components/approval'

import { HelperLine } from './helper-line'
import type { ToolView } from './rounds'
import { ToolLine } from './tool-line'

interface CallsProps {
  executionId: string
  calls: readonly ToolView[]
  /** Asks for what was said and done to be read, where only the outcome is known. */
  onRead: () => void
}

/** The calls of one round: questions to the person, helpers, and other tools. */
export function Calls({ executionId, calls, onRead }: CallsProps) {
  return calls.map((call) =>
    call.approval ? (
      <div key={call.key} className="py-1">
        <ApprovalCard approval={call.approval} />
      </div>
    ) : call.helper ? (
      <HelperLine
        key={call.key}
        executionId={executionId}
        call={call}
        helper={call.helper}
        onRead={onRead}
        draw={(calls) => <Calls executionId={executionId} calls={calls} onRead={onRead} />}
      />
    ) : (
      <ToolLine key={call.key} executionId={executionId} tool={call} />
    ),
  )
}
