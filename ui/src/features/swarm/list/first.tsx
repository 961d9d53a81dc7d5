import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty } from '@/components/states'
import { cn } from '@/lib/cn'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { useTemplates } from '../data'

/** What stands where there is no swarm: a goal, or a team that is ready. */
export function FirstSwarm({ onBegin }: { onBegin: (template?: string) => void }) {
  const t = useTexts('swarm')
  const language = usePreferences((state) => state.language)
  const { data: templates = [] } = useTemplates()
  return (
    <div className="rounded-lg border bg-surface pb-6">
      <Empty
        icon="users-four"
        title={t('empty.title')}
        className="pb-8"
        action={
          <Button look="primary" icon="plus" onClick={() => onBegin()}>
            {t('create')}
          </Button>
        }
      >
        {t('empty.body')}
      </Empty>
      <ul className="mx-auto grid max-w-240 gap-3 px-4 sm:grid-cols-3 sm:px-6">
        {templates.map((template) => (
          <li key={template.id} className="flex">
            <button
              type="button"
              onClick={() => onBegin(template.id)}
              className={cn(
                'group flex w-full flex-col gap-2 rounded-lg border p-4 text-left',
                'transition-colors duration-120 hover:border-line-strong hover:bg-hover',
              )}
            >
              <span className="flex items-center">
                {template.residents.map((resident) => (
                  <Avatar key={resident.name} agent={resident} size={28} className="-mr-1.5 ring-2 ring-surface" />
                ))}
                <Icon name="arrow-right" size={16} className="ml-auto text-faint group-hover:text-ink" />
              </span>
              <span className="text-base font-semibold">{template.name[language] ?? template.name.en}</span>
              <span className="text-sm text-muted">{template.description[language] ?? template.description.en}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
