import { useState } from 'react'

import { useLackSaid } from '@/components/lacks'
import { Choice } from '@/components/tabs'
import { useTexts } from '@/lib/text'

import { CodeLine } from './code-line'
import { providerTitle, setups, type ModelEntry } from './providers'

const LOCAL = 'ollama'

/** How to add a model, one provider at a time, `first` before the others: the exact lines to set. */
export function ModelSetup({ models, first }: { models: readonly ModelEntry[]; first?: string | undefined }) {
  const t = useTexts('models')
  const said = useLackSaid()
  const found = setups(models)
  const offered = [...found.filter((one) => one.provider !== LOCAL).map((one) => one.provider), LOCAL]
  const [wanted, setWanted] = useState(first ?? offered[0]!)
  const provider = offered.includes(wanted) ? wanted : offered[0]!
  const setup = found.find((one) => one.provider === provider)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="min-w-0 overflow-x-auto">
        <Choice
          size="small"
          label={t('choose')}
          value={provider}
          onChange={setWanted}
          options={offered.map((one) => ({ value: one, label: one === LOCAL ? t('local') : providerTitle(one) }))}
        />
      </div>
      {provider === LOCAL ? (
        <>
          <p className="text-sm text-muted">{setup?.shell === '' ? said(setup.lack) : t('localBody')}</p>
          <CodeLine code="ollama run qwen3:8b" label={t('copyLocal')} />
        </>
      ) : (
        setup && (
          <>
            {(!setup.shell || setup.lack.code === 'key-refused') && (
              <p className="text-sm text-muted">{said(setup.lack)}</p>
            )}
            {setup.shell && (
              <>
                <p className="text-sm text-muted">{t('shell')}</p>
                <CodeLine code={setup.shell} label={t('copyShell')} />
              </>
            )}
            {setup.file && (
              <>
                <p className="text-sm text-muted">{t('file')}</p>
                <CodeLine code={setup.file} label={t('copyFile')} />
              </>
            )}
            {provider === 'openai' && (
              <>
                <p className="text-sm text-muted">{t('other')}</p>
                <CodeLine code={'export BAILIWICK_OPENAI_BASE_URL="http://127.0.0.1:8000/v1"'} label={t('copyShell')} />
              </>
            )}
          </>
        )
      )}
    </div>
  )
}
