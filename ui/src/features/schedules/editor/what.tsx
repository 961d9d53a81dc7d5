import { AgentPicker } from '@/components/agent-picker'
import { Field, Select, Switch, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Action } from '../types'
import type { PartProps } from './part'

const LONGEST_MESSAGE = 32_000
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 20_000
const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const

/** What is done each time: a message to somebody, or a task. */
export function What({ draft: { action }, onChange, wrong }: PartProps) {
  const t = useTexts('schedules')
  const supervisor = useAgentsById().get(SUPERVISOR)?.name ?? SUPERVISOR
  const set = (changes: Partial<Action>) => onChange({ action: { ...action, ...changes } })
  const task = action.type === 'task'
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 text-base font-semibold">{t('form.what')}</legend>
      <span className="-mx-1 max-w-full self-start overflow-x-auto px-1">
        <Choice
          value={action.type}
          onChange={(type) => set({ type })}
          label={t('form.type')}
          options={[
            { value: 'message', label: t('form.types.message'), icon: <Icon name="chat-circle-dots" size={16} /> },
            { value: 'task', label: t('form.types.task'), icon: <Icon name="kanban" size={16} /> },
          ]}
        />
      </span>
      {task ? (
        <>
          <Field label={t('form.taskTitle')} error={wrong('title')}>
            {(control) => (
              <TextInput
                {...control}
                value={action.title}
                maxLength={LONGEST_TITLE}
                placeholder={t('form.taskTitlePrompt')}
                onChange={(event) => set({ title: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('form.description')}>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                value={action.description}
                maxLength={LONGEST_DESCRIPTION}
                onChange={(event) => set({ description: event.target.value })}
              />
            )}
          </Field>
        </>
      ) : (
        <Field label={t('form.message')} error={wrong('message')}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              value={action.message}
              maxLength={LONGEST_MESSAGE}
              placeholder={t('form.messagePrompt')}
              onChange={(event) => set({ message: event.target.value })}
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span className="text-sm font-medium">{t(task ? 'form.taskAgent' : 'form.agent')}</span>
          <AgentPicker
            value={action.agentId ?? SUPERVISOR}
            onChange={(id) => set({ agentId: id === SUPERVISOR ? null : id })}
            label={(name) => t(task ? 'form.taskAgentIs' : 'form.agentIs', { name })}
          />
        </div>
        {task && (
          <Field label={t('form.priority')}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={action.priority}
                onChange={(event) => set({ priority: event.target.value as Action['priority'] })}
              >
                {PRIORITIES.map((one) => (
                  <option key={one} value={one}>
                    {t(`form.priorities.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {action.agentId !== null && (
          <Toggle
            label={t('form.supervised', { supervisor })}
            checked={action.supervised}
            onChange={(supervised) => set({ supervised })}
          />
        )}
        {task && (
          <Toggle
            label={t('form.run')}
            about={t('form.runHint')}
            checked={action.run}
            onChange={(run) => set({ run })}
          />
        )}
      </div>
    </fieldset>
  )
}

function Toggle({
  label,
  about,
  checked,
  onChange,
}: {
  label: string
  about?: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <span className="flex items-start gap-2.5">
      <Switch checked={checked} onChange={onChange} label={label} />
      <span aria-hidden className="text-base">
        {label}
        {about && <span className="block text-sm text-muted">{about}</span>}
      </span>
    </span>
  )
}
