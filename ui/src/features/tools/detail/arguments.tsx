import { useMemo, useState } from 'react'

import { Button } from '@/components/button'
import { Json } from '@/components/json'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts, type Say } from '@/lib/text'
import { ships } from '@/lib/tool-words'

import type { Tool } from '../groups'
import { PlainText } from '../plain-text'
import { argumentsOf, type Argument } from '../schema'

const CHOICES_SHOWN = 12

/** What a tool takes, argument by argument, and its schema for those who want it exactly. */
export function ArgumentList({
  tool,
}: {
  tool: Pick<Tool, 'name' | 'description' | 'parameters'> & { origin?: string | undefined }
}) {
  const t = useTexts('tools')
  const meaning = useMeaning(tool)
  const schema = tool.parameters
  const found = useMemo(() => argumentsOf(schema), [schema])
  const [exact, setExact] = useState(false)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {found?.length === 0 && <p className="text-base text-muted">{t('detail.noArguments')}</p>}
      {found !== undefined && found.length > 0 && (
        <ul className="flex w-full min-w-0 flex-col divide-y rounded-md border">
          {found.map((argument) => (
            <ArgumentLine key={argument.name} argument={argument} about={meaning(argument)} />
          ))}
        </ul>
      )}
      {found?.length !== 0 && (
        <Button
          size="small"
          look="quiet"
          className="-ml-2"
          icon={exact ? 'caret-down' : 'caret-right'}
          aria-expanded={exact || found === undefined}
          onClick={() => setExact(!exact)}
        >
          {t('detail.schema')}
        </Button>
      )}
      {(exact || found === undefined) && (
        <Json text={JSON.stringify(schema, null, 2)} label={t('detail.schema')} className="max-h-80 w-full" />
      )}
    </div>
  )
}

/** What an argument means: of tools that ship in the chosen language, of others in the words of who brings them. */
function useMeaning({
  name,
  origin,
}: Pick<Tool, 'name'> & { origin?: string | undefined }): (argument: Argument) => string {
  const language = usePreferences((state) => state.language)
  const t = useTexts('builtin-arguments')
  return ({ name: argument, description }) =>
    language !== 'en' && ships(origin)
      ? t(`${name}.${argument}` as Parameters<Say<'builtin-arguments'>>[0], { defaultValue: description })
      : description
}

function ArgumentLine({ argument, about }: { argument: Argument; about: string }) {
  const t = useTexts('tools')
  const format = useFormat()
  const kind = t(`detail.kind.${argument.kind === 'json' ? argument.shape : argument.kind}`)
  const choices = argument.choices.slice(0, CHOICES_SHOWN).map((value) => JSON.stringify(value))
  const facts = [
    argument.nullable ? `${kind} ${t('detail.nullable')}` : kind,
    t(argument.required ? 'detail.required' : 'detail.optional'),
    argument.default !== undefined &&
      argument.default !== null &&
      t('detail.default', { value: JSON.stringify(argument.default) }),
    choices.length > 0 &&
      t('detail.oneOf', { values: format.list(argument.choices.length > CHOICES_SHOWN ? [...choices, '…'] : choices) }),
  ].filter(Boolean)
  return (
    <li className="min-w-0 px-3 py-2">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-sm font-medium break-all">
          <PlainText text={argument.name} />
        </span>
        <span className="text-sm break-words text-muted">{facts.join(' · ')}</span>
      </p>
      {about && (
        <p className="text-base break-words text-muted">
          <PlainText text={about} />
        </p>
      )}
    </li>
  )
}
