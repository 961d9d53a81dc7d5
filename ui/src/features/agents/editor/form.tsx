import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'

import { api, data, type Agent, type Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { Page } from '@/components/page'
import { Chip } from '@/components/chip'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import type { Why } from '@/lib/why'

import { can, ships } from '../acts'
import { idFor, tidied, type Draft } from '../draft'
import { Expiry } from '../list/parts'
import { ACT_ICONS } from '../list/menu'
import { useActs } from '../use-acts'
import { Identity } from './identity'
import { LeaveGuard } from './leave'
import { Limits, StatusSection } from './limits'
import { ChangedElsewhere, DeletedElsewhere, Warnings } from './notices'
import { Outline } from './outline'
import { Purpose } from './purpose'
import { RemarksContext, SettledDraft, useLint } from './remarks'
import { SaveBar } from './save-bar'
import { Side } from './side'
import { Tools } from './tools'
import { useEditing, type Editing } from './use-editing'
import { useFieldOfAddress } from './use-field-of-address'
import { useSettled } from './use-settled'
import { useWide } from './use-wide'
import { Working } from './working'

interface EditorProps {
  initial: Draft
  /** The agent as it is saved now; nothing for a new one, or when it was deleted elsewhere. */
  saved: Agent | undefined
  isNew: boolean
  /** What keeps the saved agent from answering. */
  trouble: Schemas['AgentHealth'] | undefined
  /** The tools that the saved agent wants and cannot have now, and why not. */
  wants: readonly Why[]
}

/** The editor of one agent. */
export function Editor({ initial, saved, isNew, trouble, wants }: EditorProps) {
  const t = useTexts('agents-editor')
  const navigate = useNavigate()
  const reason = useReason()
  const scroller = useRef<HTMLDivElement>(null)
  const wide = useWide()
  const [lost, setLost] = useState(false)
  const leaving = useRef(false)
  const fresh = isNew || lost
  const editing = useEditing(initial, saved, fresh)
  useFieldOfAddress()
  const { form, base, saving, conflict, save } = editing
  const gone = !isNew && saved === undefined

  const saveHere = useCallback(async () => {
    const agent = await save()
    if (agent && isNew) {
      leaving.current = true
      await navigate({ to: '/agents/$agentId', params: { agentId: agent.id }, replace: true })
    }
    if (agent) setLost(false)
    return agent !== null
  }, [save, isNew, navigate])
  useSaveKey(saveHere)
  const duplicate = async () => {
    try {
      const { agent } = await data(
        api.POST('/api/agents/{agentId}/duplicate', { params: { path: { agentId: base.id } } }),
      )
      await navigate({ to: '/agents/$agentId', params: { agentId: agent.id } })
    } catch (error) {
      notify(reason(error), 'failed')
    }
  }
  const leave = async () => {
    leaving.current = true
    await navigate({ to: '/agents' })
  }
  const byId = useAgentsById()
  const taken = useCallback((id: string) => byId.has(id), [byId])
  return (
    <FormProvider {...form}>
      <Judged isNew={isNew} taken={taken}>
        <Page
          module="agents"
          title={isNew ? t('newTitle') : base.name}
          about={<About saved={saved} isNew={isNew} />}
          scroller={scroller}
          actions={
            <>
              {!wide && <SideDrawer saved={saved} />}
              {saved && (
                <EditorMenu agent={saved} editing={editing} onDuplicate={() => void duplicate()} onLeave={leave} />
              )}
            </>
          }
        >
          <div
            className={cn(
              'grid grid-cols-[minmax(0,1fr)] items-start gap-x-6',
              'lg:grid-cols-[minmax(0,1fr)_368px] xl:grid-cols-[140px_minmax(0,1fr)_368px]',
            )}
          >
            <div className="contents xl:sticky xl:top-4 xl:block">
              <Outline scroller={scroller} />
            </div>
            <form
              noValidate
              className="col-start-1 flex min-w-0 flex-col gap-4 **:scroll-mb-24 max-xl:**:scroll-mt-16 xl:col-start-2"
              onSubmit={(event) => {
                event.preventDefault()
                void saveHere()
              }}
            >
              {gone && !lost && <DeletedElsewhere onLeave={() => void leave()} onAgain={() => setLost(true)} />}
              {conflict.length > 0 && (
                <ChangedElsewhere fields={conflict} onTheirs={editing.takeTheirs} onMine={editing.keepMine} />
              )}
              <Warnings />
              <Identity isNew={isNew} taken={taken} />
              <Purpose />
              <Working />
              <Tools wants={wants} />
              <Limits />
              <StatusSection trouble={trouble} />
              <SaveBar
                base={base}
                isNew={fresh}
                saving={saving}
                onSave={() => void saveHere()}
                onDiscard={editing.discard}
              />
            </form>
            {wide && (
              <aside
                aria-label={t('side.label')}
                className={cn(
                  'sticky top-4 col-start-2 row-start-1 max-h-[calc(100dvh-84px)] overflow-y-auto',
                  'rounded-lg border bg-surface p-4 lg:row-span-2 xl:col-start-3 xl:row-span-1',
                )}
              >
                <Side saved={saved} />
              </aside>
            )}
          </div>
          <LeaveGuard
            unsaved={() => !leaving.current && editing.unsaved()}
            name={base.name}
            isNew={isNew}
            save={saveAndStay(save)}
          />
        </Page>
      </Judged>
    </FormProvider>
  )
}

/** Saving on the way to another page: the page that was asked for is shown next, not the agent. */
const saveAndStay = (save: Editing['save']) => async () => (await save()) !== null

/** Gives the draft, shortly after the last key, with what the server thinks of it, to what is below. */
function Judged({ isNew, taken, children }: { isNew: boolean; taken: (id: string) => boolean; children: ReactNode }) {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const now = tidied(useWatch({ control }) as Draft)
  // Before it has a name or an id, a new agent can be tried already.
  const named = isNew
    ? { ...now, name: now.name || t('newTitle'), id: now.id || idFor(now.name || t('newTitle'), taken) }
    : now
  const draft = useSettled(named)
  const remarks = useLint(draft)
  return (
    <SettledDraft value={draft}>
      <RemarksContext value={remarks}>{children}</RemarksContext>
    </SettledDraft>
  )
}

function About({ saved, isNew }: { saved: Agent | undefined; isNew: boolean }) {
  const t = useTexts('agents')
  const words = useTexts('agents-editor')
  const shared = useTexts('shared')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link to="/agents" className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink hover:underline">
        <Icon name="arrow-left" size={14} />
        {words('back')}
      </Link>
      {saved && !isNew && (
        <>
          <span className="font-mono text-sm break-all">{saved.id}</span>
          <Chip>{shared(`origin.${saved.origin}`)}</Chip>
          {ships(saved) && saved.updatedAt && <Chip tone="info">{t('changed')}</Chip>}
          {saved.origin === 'runtime' && saved.expiresAt && <Expiry at={saved.expiresAt} />}
        </>
      )}
    </span>
  )
}

function EditorMenu({
  agent,
  editing,
  onDuplicate,
  onLeave,
}: {
  agent: Agent
  editing: Editing
  onDuplicate: () => void
  onLeave: () => Promise<void>
}) {
  const t = useTexts('agents')
  const navigate = useNavigate()
  const act = useActs()
  return (
    <Menu trigger={<IconButton icon="dots-three" label={t('actionsFor', { name: agent.name })} />}>
      <MenuItem
        icon="chat-circle-dots"
        disabled={agent.status !== 'active'}
        onSelect={() => void navigate({ to: '/chat', search: { agent: agent.id } })}
      >
        {t('acts.talk')}
      </MenuItem>
      <MenuLine />
      {can('keep', agent) && (
        <MenuItem icon={ACT_ICONS.keep} onSelect={() => void act('keep', [agent])}>
          {t('acts.keep')}
        </MenuItem>
      )}
      {can('duplicate', agent) && (
        <MenuItem icon={ACT_ICONS.duplicate} onSelect={onDuplicate}>
          {t('acts.duplicate')}
        </MenuItem>
      )}
      <MenuItem icon={ACT_ICONS.export} onSelect={() => void act('export', [agent])}>
        {t('acts.export')}
      </MenuItem>
      {can('reset', agent) && (
        <MenuItem
          icon={ACT_ICONS.reset}
          onSelect={() => {
            editing.discard()
            void act('reset', [agent])
          }}
        >
          {t('acts.reset')}
        </MenuItem>
      )}
      {can('delete', agent) && (
        <>
          <MenuLine />
          <MenuItem icon="trash" danger onSelect={() => void onLeave().then(() => act('delete', [agent]))}>
            {t('acts.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** Where there is no room beside the agent, what stands there comes in from the right. */
function SideDrawer({ saved }: { saved: Agent | undefined }) {
  const t = useTexts('agents-editor')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="signpost" onClick={() => setOpen(true)}>
        {t('side.test')}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('side.open')}>
        <Side saved={saved} />
      </Drawer>
    </>
  )
}

function useSaveKey(save: () => Promise<boolean>): void {
  const latest: RefObject<typeof save> = useRef(save)
  useEffect(() => {
    latest.current = save
  }, [save])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      // What is being typed into a list of words belongs to it.
      if (document.activeElement instanceof HTMLInputElement) {
        const field = document.activeElement
        field.blur()
        field.focus({ preventScroll: true })
      }
      void latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
