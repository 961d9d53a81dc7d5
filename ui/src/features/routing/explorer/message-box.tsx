import { useMemo } from 'react'

import { Card } from '@/components/page'
import { Field, Select, TextArea } from '@/components/field'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { routable } from '../agents'
import type { Tried } from './use-explorer'

const LONGEST = 10_000

/** Where one writes what somebody might say, and after whose answer. */
export function MessageBox({ typed, onType }: { typed: Tried; onType: (said: Tried) => void }) {
  const t = useTexts('routing-explorer')
  const { data: agents } = useAgents()
  const choices = useMemo(() => routable(agents ?? []), [agents])
  return (
    <Card className="gap-3.5 p-4">
      <Field label={t('box.label')} hint={t('box.hint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={LONGEST}
            value={typed.message}
            placeholder={t('box.placeholder')}
            onChange={(event) => onType({ ...typed, message: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('box.last')}>
        {(control) => (
          <Select
            {...control}
            value={typed.last}
            onChange={(event) => onType({ ...typed, last: event.target.value })}
            className="w-full"
          >
            <option value="">{t('box.fresh')}</option>
            {choices.map((agent) => (
              <option key={agent.id} value={agent.id}>
                {agent.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}
