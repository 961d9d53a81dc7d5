import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { IconButton } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { Begin } from './begin'
import { ThreadView } from './thread-view'
import { ThreadList } from './threads/thread-list'

/** The chat: threads at the left, one of them or a beginning in the middle, details at the right. */
export default function Chat() {
  const t = useTexts('chat')
  const { conversationId } = useParams({ strict: false })
  const { agent, mode, turn, decision, draft, project } = useSearch({ strict: false })
  const roomy = useMedia('(min-width: 1100px)')
  // Going to another thread closes the list.
  const here = conversationId ?? 'new'
  const [listedAt, setListedAt] = useState<string | null>(null)
  const listed = listedAt === here
  const list = <ThreadList selectedId={conversationId} agent={agent} />
  const opener = !roomy && (
    <IconButton
      icon="list"
      label={t('threads')}
      aria-expanded={listed}
      onClick={() => setListedAt(here)}
      className="-ml-2"
    />
  )
  return (
    <div className="flex h-full min-w-0">
      {roomy ? (
        <div className="w-72 shrink-0 border-r bg-canvas">{list}</div>
      ) : (
        <Drawer open={listed} onClose={() => setListedAt(null)} title={t('threads')}>
          {list}
        </Drawer>
      )}
      {conversationId ? (
        <ThreadView
          key={conversationId}
          conversationId={conversationId}
          turn={turn}
          decision={decision}
          draft={draft}
          opener={opener}
        />
      ) : (
        <Begin agent={agent} mode={mode} draft={draft} project={project} opener={opener} />
      )}
    </div>
  )
}
