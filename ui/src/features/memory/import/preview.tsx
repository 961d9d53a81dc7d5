import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { TypeDisc } from '../badges'
import type { Reading } from './lines'

/** What is in a file, and which of its lines cannot be imported. */
export function Preview({ name, reading }: { name: string; reading: Reading }) {
  const t = useTexts('memory-import')
  const format = useFormat()
  const { entities, observations, relations, faults, faultCount, examples } = reading
  const left = faultCount - faults.length
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2" aria-live="polite">
        <p className="font-medium break-words">{t('found', { name })}</p>
        {entities + relations > 0 ? (
          <div className="flex flex-wrap gap-1.5">
            <Chip tone="success" icon="brain">
              {t('entities', { count: entities, n: format.number(entities) })}
            </Chip>
            <Chip tone="success" icon="file-text">
              {t('observations', { count: observations, n: format.number(observations) })}
            </Chip>
            <Chip tone="success" icon="graph">
              {t('relations', { count: relations, n: format.number(relations) })}
            </Chip>
          </div>
        ) : (
          <p className="text-muted">{t('nothing')}</p>
        )}
      </div>
      {examples.length > 0 && (
        <div>
          <p className="text-sm text-muted">{t('among')}</p>
          <ul className="mt-1 grid gap-x-4 sm:grid-cols-2">
            {examples.map((one, index) => (
              <li key={index} className="flex min-w-0 items-center gap-2 py-1">
                <TypeDisc type={one.entityType} size={24} />
                <span className="min-w-0 truncate">{one.name}</span>
                <span className="min-w-0 truncate text-sm text-muted">{one.entityType}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {faultCount > 0 && (
        <div className="rounded-md border">
          <p className="flex items-start gap-1.5 px-3 py-2 text-warning">
            <Icon name="warning" size={17} className="mt-0.5" />
            {t('faults', { count: faultCount, n: format.number(faultCount) })}
          </p>
          <ul className="max-h-44 divide-y overflow-y-auto border-t text-sm">
            {faults.map(({ line, fault, text }) => (
              <li key={line} className="px-3 py-1.5">
                <span className="numbers font-medium">{t('line', { line: format.number(line) })}</span>{' '}
                <span className="text-muted">{t(`fault.${fault}`)}</span>
                <code className="block truncate font-mono text-xs text-muted">{text}</code>
              </li>
            ))}
            {left > 0 && (
              <li className="px-3 py-1.5 text-muted">{t('moreFaults', { count: left, n: format.number(left) })}</li>
            )}
          </ul>
        </div>
      )}
      {entities > 0 && <p className="text-sm text-muted">{t('keeps')}</p>}
    </div>
  )
}
