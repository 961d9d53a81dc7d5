import { IconButton } from '@/components/button'
import { TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import { fieldsOf, momentOf } from './calendar/days'

interface DueFieldProps {
  id?: string
  value: string | null
  onChange: (dueAt: string | null) => void
}

/** A day and, where wanted, a time; a day alone means its end. */
export function DueField({ id, value, onChange }: DueFieldProps) {
  const t = useTexts('tasks-task')
  const { day, time } = fieldsOf(value)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <TextInput
        id={id}
        type="date"
        aria-label={t('dueDay')}
        value={day}
        min="2000-01-01"
        max="2999-12-31"
        className="w-38!"
        onChange={(event) => onChange(momentOf(event.target.value, time))}
      />
      <TextInput
        type="time"
        aria-label={t('dueTime')}
        value={time}
        disabled={!day}
        className="w-28!"
        onChange={(event) => onChange(momentOf(day, event.target.value))}
      />
      {value !== null && <IconButton icon="x" size="small" label={t('dueClear')} onClick={() => onChange(null)} />}
    </span>
  )
}
