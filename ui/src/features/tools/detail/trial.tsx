import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Tool } from '../groups'
import { argumentsOf } from '../schema'
import { read, readWhole } from '../written'
import { ArgumentField, useProblem } from './argument-field'
import { Outcome } from './outcome'

const WHOLE = ''

/** Runs a tool once with arguments that a person writes. */
export function Trial({ tool }: { tool: Tool }) {
  const t = useTexts('tools')
  const reason = useReason()
  const write = useProblem()
  const asked = useMemo(() => argumentsOf(tool.parameters), [tool.parameters])
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const [sure, setSure] = useState(false)
  const call = useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      data(api.POST('/api/tools/{name}/call', { params: { path: { name: tool.name } }, body: { arguments: values } })),
  })
  const whole = readWhole(written[WHOLE] ?? '')
  const { values, problems } = asked ? read(asked, written) : { values: whole.values, problems: new Map() }
  const refused = asked ? problems.size > 0 : whole.problem !== undefined
  const unsure = tool.destructive && !sure
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!refused && !unsure && !call.isPending) call.mutate(values)
  }
  const set = (name: string) => (text: string) => setWritten((now) => ({ ...now, [name]: text }))
  return (
    <form onSubmit={submit} noValidate aria-label={t('try.title')} className="flex min-w-0 flex-col gap-4">
      <div>
        <h3 className="text-base font-semibold">{t('try.title')}</h3>
        <p className="text-sm text-muted">{t('try.about')}</p>
      </div>
      {asked ? (
        asked.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={written[argument.name] ?? ''}
            onChange={set(argument.name)}
            problem={tried ? problems.get(argument.name) : undefined}
          />
        ))
      ) : (
        <Field label={t('try.json')} error={tried ? write(whole.problem) : undefined}>
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              spellCheck={false}
              placeholder="{}"
              value={written[WHOLE] ?? ''}
              onChange={(event) => set(WHOLE)(event.target.value)}
              className="font-mono text-sm"
            />
          )}
        </Field>
      )}
      {!tool.readOnly && (
        <div
          className={cn(
            'flex flex-col gap-2 rounded-md px-3 py-2.5',
            tool.destructive ? 'bg-danger-soft' : 'bg-info-soft',
          )}
        >
          <p className="flex items-start gap-2">
            <Icon name="warning" size={17} className={`mt-0.5 ${tool.destructive ? 'text-danger' : 'text-info'}`} />
            <span className="min-w-0">{t(tool.destructive ? 'try.warnDestroys' : 'try.warn')}</span>
          </p>
          {tool.destructive && (
            <label className="flex min-h-6 items-center gap-2 font-medium">
              <input
                type="checkbox"
                checked={sure}
                onChange={(event) => setSure(event.target.checked)}
                className="size-4 accent-accent"
              />
              {t('try.sure')}
            </label>
          )}
        </div>
      )}
      <div>
        <Button
          type="submit"
          look={tool.destructive ? 'danger' : 'primary'}
          icon="play"
          busy={call.isPending}
          disabled={unsure}
        >
          {t(call.isPending ? 'try.running' : call.data ? 'try.again' : 'try.run')}
        </Button>
      </div>
      <div aria-live="polite" className="min-w-0">
        {call.error && !call.isPending && (
          <p className="flex items-start gap-2 text-danger">
            <Icon name="warning-circle" size={17} className="mt-0.5" />
            <span className="min-w-0 break-words">{reason(call.error)}</span>
          </p>
        )}
        {call.data && !call.isPending && <Outcome outcome={call.data} />}
      </div>
    </form>
  )
}

/** A helper cannot be tried alone: it works for the agent that calls it. */
export function AskInChat({ tool }: { tool: Tool }) {
  const t = useTexts('tools')
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="text-base font-semibold">{t('try.title')}</h3>
        <p className="text-sm text-muted">{t('try.helper')}</p>
      </div>
      <Link to="/chat" search={{ agent: tool.agents[0] }} className={buttonLook()}>
        <Icon name="chat-circle-dots" size={17} />
        {t('try.ask')}
      </Link>
    </div>
  )
}
