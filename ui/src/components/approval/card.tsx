import { useId, useState, type ReactNode } from 'react'

import { ApiError } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button, buttonLook } from '@/components/button'
import { TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { Tooltip } from '@/components/tooltip'
import { WorkLink } from '@/components/work-link'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import { useToolSentence } from '@/lib/tool-words'
import { useWhy } from '@/lib/why'

import { CallView } from './call-view'
import { useDecide, type Approval } from './data'
import { Decided } from './decided'
import { Expiry, useLeft } from './expiry'
import { FoundView } from './found-view'
import { VisibleText } from './visible-text'

const LONGEST_NOTE = 2000

interface ApprovalCardProps {
  approval: Approval
  /** Shows the way to the conversation, where one is not in it. */
  elsewhere?: boolean
}

/** A call that waits for a person's word: who wants to make it, why they are asked, the exact call, and the answer. */
export function ApprovalCard({ approval, elsewhere }: ApprovalCardProps) {
  const t = useTexts('approval')
  const reason = useReason()
  const agent = useActor(approval.agentId, approval)
  const name = agent?.name ?? approval.agentId
  const decide = useDecide(approval)
  const does = useToolSentence()(approval.tool, approval.origin)
  const [denying, setDenying] = useState(false)
  const late = useLeft(approval.expiresAt) === 0
  const said = decide.isPending ? decide.variables : undefined
  if (approval.status !== 'pending') return <Decided approval={approval} />
  const failed =
    decide.error && !(decide.error instanceof ApiError && [404, 409].includes(decide.error.status))
      ? decide.error
      : null
  return (
    <div
      role="group"
      aria-label={t('wants', { agent: name, tool: approval.tool })}
      data-approval={approval.id}
      tabIndex={-1}
      className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 focus-visible:outline-offset-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Avatar agent={agent} size={32} state="waiting" />
        <div className="min-w-0 flex-[1_1_12rem] text-base">
          <span className="font-semibold">{name}</span> <span className="text-muted">{t('wantsOnly')}</span>{' '}
          <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm break-all">{approval.tool}</code>
          {does && <p className="pt-0.5 text-sm text-muted">{does}</p>}
        </div>
        <Expiry at={approval.expiresAt} />
      </div>
      <AskedFor approval={approval} />
      <FoundView found={approval.found} pending />
      <CallView call={approval.arguments} />
      {failed && (
        <p role="alert" className="flex items-start gap-1.5 text-base text-danger">
          <Icon name="warning-circle" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">{reason(failed)}</span>
        </p>
      )}
      {denying ? (
        <Denial
          name={name}
          busy={said?.yes === false}
          onDeny={(note) => decide.mutate({ yes: false, note })}
          onCancel={() => setDenying(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            look="primary"
            icon="check"
            busy={said?.yes === true && !said.always}
            disabled={decide.isPending || late}
            onClick={() => decide.mutate({ yes: true, always: false })}
          >
            {t('approve')}
          </Button>
          <Button icon="prohibit" disabled={decide.isPending || late} onClick={() => setDenying(true)}>
            {t('deny')}
          </Button>
          <Tooltip text={t('alwaysAbout', { agent: name, tool: approval.tool })}>
            <Button
              look="quiet"
              icon="seal-check"
              className="max-sm:-ml-3.5"
              busy={said?.yes === true && said.always}
              disabled={decide.isPending || late}
              onClick={() => decide.mutate({ yes: true, always: true })}
            >
              {t('always')}
            </Button>
          </Tooltip>
          {elsewhere && <ConversationLink approval={approval} />}
        </div>
      )}
    </div>
  )
}

function ConversationLink({ approval }: { approval: Approval }) {
  const t = useTexts('approval')
  const shared = useTexts('shared')
  const resident = Boolean(approval.residentId)
  return (
    <WorkLink
      swarmId={approval.swarmId}
      residentId={approval.residentId}
      conversationId={approval.conversationId}
      executionId={approval.executionId}
      className={buttonLook('quiet', 'medium', 'max-sm:-ml-3.5 sm:ml-auto')}
    >
      <Icon name={resident ? 'users-four' : 'chat-circle-dots'} size={17} />
      {resident ? shared('inSwarm') : t('conversation')}
    </WorkLink>
  )
}

/** Why the person is asked; an address that an agent wrote is shown with what cannot be seen in it. */
export function AskedFor({ approval: { why, reason } }: { approval: Pick<Approval, 'why' | 'reason'> }): ReactNode {
  const say = useWhy()
  const address = String(why?.values?.address ?? '')
  return (
    <p className="flex items-start gap-2 text-base text-muted">
      <Icon name="hand-palm" size={17} className="mt-0.5 text-warning" />
      <span className="min-w-0 break-words">
        {why && address ? say({ ...why, values: { address: '' } }, reason) : say(why, '')}{' '}
        {why ? address && <VisibleText text={address} /> : <VisibleText text={reason} />}
      </span>
    </p>
  )
}

function Denial({
  name,
  busy,
  onDeny,
  onCancel,
}: {
  name: string
  busy: boolean
  onDeny: (note: string) => void
  onCancel: () => void
}) {
  const t = useTexts('approval')
  const shared = useTexts('shared')
  const id = useId()
  const [note, setNote] = useState('')
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onDeny(note.trim())
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {t('note', { agent: name })}
      </label>
      <TextArea
        id={id}
        // What the person has just asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        placeholder={t('notePrompt')}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            onCancel()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            if (!busy) onDeny(note.trim())
          }
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" icon="prohibit" busy={busy}>
          {t('denyNow')}
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  )
}
