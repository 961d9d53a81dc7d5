import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button, buttonLook } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { Ago } from '@/components/time'
import { notify } from '@/components/toasts'
import { Tooltip } from '@/components/tooltip'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { memberOf, PERSON, type Member } from '../model'
import type { Line } from './plan'

/** Who waits for whom in words, with the way to what they wait for. */
export function WaitsList({ lines, members }: { lines: readonly Line[]; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm')
  return (
    <ul aria-label={t('waits.list')} className="flex shrink-0 flex-col rounded-lg border bg-surface">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2.5 last:border-b-0"
        >
          <WaitLine line={line} members={members} />
        </li>
      ))}
    </ul>
  )
}

function WaitLine({ line, members }: { line: Line; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm')
  const [wait] = line.waits
  const who = memberOf(members, line.who)
  const whom = memberOf(members, line.whom)
  if (!wait) return null
  const sentence =
    line.who === PERSON
      ? t('waits.lineYou', { whom: whom.name })
      : line.whom === PERSON
        ? t('waits.lineForYou', { who: who.name })
        : t('waits.line', { who: who.name, whom: whom.name })
  return (
    <>
      <span aria-hidden className="flex">
        <Avatar agent={who} size={26} />
        <Avatar agent={whom} size={26} className="-ml-1.5 ring-2 ring-surface" />
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className="block text-base font-medium break-words">{sentence}</span>
        <span className="block text-sm text-muted">
          {t(`waits.states.${wait.state}`)} · <Ago at={wait.since} />
        </span>
      </span>
      {line.circular && (
        <Tooltip text={t('waits.ringAbout')}>
          <span className="inline-flex">
            <Chip tone="danger" icon="arrows-clockwise">
              {t('waits.ring')}
            </Chip>
          </span>
        </Tooltip>
      )}
      {wait.approvalId ? (
        <Link to="/approvals" className={buttonLook('plain', 'small')}>
          <Icon name="hand-palm" size={15} />
          {t('waits.approval')}
        </Link>
      ) : (
        wait.mailId && <ToMail mailId={wait.mailId} />
      )}
    </>
  )
}

/** Leads to the mail in its room. */
function ToMail({ mailId }: { mailId: string }) {
  const t = useTexts('swarm')
  const reason = useReason()
  const { swarmId, toRoom } = useAddress()
  const open = useMutation({
    mutationFn: () => data(api.GET('/api/swarms/{id}/mail/{mailId}', { params: { path: { id: swarmId, mailId } } })),
    onSuccess: (mail) => toRoom(mail.roomId, mail.id),
    onError: (error) => notify(reason(error), 'failed'),
  })
  return (
    <Button size="small" icon="chats" busy={open.isPending} onClick={() => open.mutate()}>
      {t('waits.mail')}
    </Button>
  )
}
