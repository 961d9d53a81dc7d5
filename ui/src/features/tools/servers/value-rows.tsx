import { Button, IconButton } from '@/components/button'
import { TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import type { Part } from './part'
import { RowsProblem } from './rows-problem'
import type { ValueRow } from './registration'

/** Variables or headers that the server is always given; values are written, never read. */
export function ValueRows({ draft, set, problem }: Part) {
  const t = useTexts('tools-servers')
  const { values } = draft
  const change = (index: number, part: Partial<ValueRow>) =>
    set({ values: values.map((row, at) => (at === index ? { ...row, ...part } : row)) })
  const error = problem('values')
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {values.map((row, index) => {
        const name = row.key || t('form.row', { number: index + 1 })
        return (
          <div key={index} className="flex w-full min-w-0 items-center gap-2">
            <TextInput
              aria-label={`${t('form.key')}, ${name}`}
              aria-invalid={error ? true : undefined}
              placeholder={t('form.key')}
              value={row.key}
              maxLength={100}
              spellCheck={false}
              autoComplete="off"
              // A stored value belongs to its name.
              disabled={row.kept}
              className="flex-1 font-mono text-sm"
              onChange={(event) => change(index, { key: event.target.value })}
            />
            <TextInput
              aria-label={`${t('form.value')}, ${name}`}
              type="password"
              placeholder={row.kept ? t('form.keptValue') : t('form.value')}
              value={row.value}
              maxLength={4000}
              autoComplete="new-password"
              className="flex-[2] font-mono text-sm"
              onChange={(event) => change(index, { value: event.target.value })}
            />
            <IconButton
              icon="x"
              size="small"
              label={t('form.removeRow', { name })}
              onClick={() => set({ values: values.filter((_, at) => at !== index) })}
            />
          </div>
        )
      })}
      <RowsProblem text={error} />
      <Button
        size="small"
        icon="plus"
        onClick={() => set({ values: [...values, { key: '', value: '', kept: false }] })}
      >
        {t(draft.transport === 'stdio' ? 'form.addVariable' : 'form.addHeader')}
      </Button>
    </div>
  )
}
