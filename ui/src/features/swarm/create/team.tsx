import { useId } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { useTemplates } from '../data'
import type { Template } from '../types'

/** Who takes the goal on: one resident, or a team that is ready. */
export function Team({ value, onChange }: { value: string | null; onChange: (template: string | null) => void }) {
  const t = useTexts('swarm')
  const templates = useTemplates()
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend id={id} className="pb-1.5 text-sm font-medium">
        {t('form.team')}
      </legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Option
          name={id}
          checked={value === null}
          onChoose={() => onChange(null)}
          title={t('form.single')}
          about={t('form.singleAbout')}
        >
          <Avatar agent={{ color: '#0D9488', icon: 'compass' }} size={26} />
        </Option>
        {templates.isPending && [0, 1, 2].map((one) => <Skeleton key={one} className="h-30 rounded-lg" />)}
        {templates.data?.map((template) => (
          <TemplateOption
            key={template.id}
            name={id}
            template={template}
            checked={value === template.id}
            onChoose={() => onChange(template.id)}
          />
        ))}
      </div>
      {templates.error && !templates.data && (
        <Failure error={templates.error} onRetry={() => void templates.refetch()} className="py-4" />
      )}
    </fieldset>
  )
}

function TemplateOption({
  name,
  template,
  checked,
  onChoose,
}: {
  name: string
  template: Template
  checked: boolean
  onChoose: () => void
}) {
  const t = useTexts('swarm')
  const language = usePreferences((state) => state.language)
  return (
    <Option
      name={name}
      checked={checked}
      onChoose={onChoose}
      title={template.name[language] ?? template.name.en ?? template.id}
      about={template.description[language] ?? template.description.en ?? ''}
      end={
        <span className="flex items-center gap-1 text-xs text-muted">
          <Icon name={template.group ? 'chats' : 'envelope-simple'} size={14} />
          <span className="min-w-0 truncate">
            {template.group
              ? t('form.templateRoom', { name: template.group[language] ?? template.group.en })
              : t('form.templateNoRoom')}
          </span>
        </span>
      }
    >
      {template.residents.map((resident) => (
        <span
          key={resident.name}
          className="inline-flex max-w-full items-center gap-1.5 text-xs"
          title={resident.role[language] ?? resident.role.en}
        >
          <Avatar agent={resident} size={22} />
          <span className="truncate">{resident.name}</span>
        </span>
      ))}
    </Option>
  )
}

interface OptionProps {
  name: string
  checked: boolean
  onChoose: () => void
  title: string
  about: string
  end?: React.ReactNode
  children: React.ReactNode
}

function Option({ name, checked, onChoose, title, about, end, children }: OptionProps) {
  return (
    <label
      className={cn(
        'flex min-w-0 cursor-pointer flex-col gap-2 rounded-lg border p-3 transition-colors',
        'duration-120 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        checked ? 'border-accent bg-accent-soft' : 'hover:border-line-strong hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        <input
          type="radio"
          name={name}
          checked={checked}
          onChange={onChoose}
          className="size-4 shrink-0 accent-(--accent) outline-none"
        />
        <span className="min-w-0 flex-1 text-base font-semibold">{title}</span>
      </span>
      <span className="text-sm text-muted">{about}</span>
      <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-1">{children}</span>
      {end}
    </label>
  )
}
