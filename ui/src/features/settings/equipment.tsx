import { Link } from '@tanstack/react-router'

import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { Section } from './section'

const PLACES = [
  ['tools', '/tools', 'wrench'],
  ['servers', '/tools/servers', 'plug'],
  ['credentials', '/tools/credentials', 'key'],
] as const satisfies readonly (readonly [string, string, InterfaceIcon])[]

/** The way to what agents work with. */
export function Equipment() {
  const t = useTexts('settings')
  return (
    <Section id="equipment" title={t('equipment.title')} about={t('equipment.about')}>
      <ul className="flex flex-col divide-y overflow-hidden rounded-md border">
        {PLACES.map(([name, to, icon]) => (
          <li key={name}>
            <Link
              to={to}
              className={cn(
                'flex items-center gap-3 px-3 py-2.5 transition-colors duration-120',
                'hover:bg-hover focus-visible:-outline-offset-2',
              )}
            >
              <Icon name={icon} size={19} className="text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`equipment.${name}`)}</span>
                <span className="block text-sm text-muted">{t(`equipment.${name}About`)}</span>
              </span>
              <Icon name="caret-right" size={16} className="text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
