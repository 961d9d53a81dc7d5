import { Link } from '@tanstack/react-router'

import type { Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import { useWarningText } from '@/components/lint-words'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

interface ReportProps {
  report: Schemas['ImportReport']
  /** Names by id. */
  names: ReadonlyMap<string, string>
  onLeave: () => void
}

/** What an import did. */
export function Report({ report, names, onLeave }: ReportProps) {
  const t = useTexts('agents')
  const warn = useWarningText()
  const nothing = !report.added.length && !report.replaced.length
  return (
    <div className="flex flex-col gap-3" role="status">
      <h3 className="flex items-center gap-2 text-md font-semibold">
        <Icon name={nothing ? 'info' : 'check-circle'} size={20} className={nothing ? 'text-info' : 'text-success'} />
        {t(nothing ? 'importing.doneNone' : 'importing.doneTitle')}
      </h3>
      {(['added', 'replaced'] as const).map(
        (kind) =>
          report[kind].length > 0 && (
            <div key={kind}>
              <p className="text-base">
                {t(kind === 'added' ? 'importing.doneAdded' : 'importing.doneReplaced', { count: report[kind].length })}
              </p>
              <ul className="mt-1.5 flex flex-wrap gap-1.5">
                {report[kind].map((id) => (
                  <li key={id} className="max-w-full">
                    <Link
                      to="/agents/$agentId"
                      params={{ agentId: id }}
                      onClick={onLeave}
                      className={cn(
                        'inline-block max-w-full truncate rounded-full border px-2.5 py-0.5 text-sm',
                        'text-accent hover:bg-hover',
                      )}
                    >
                      {names.get(id) ?? id}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {report.warnings.length > 0 && (
        <details className="rounded-md border px-3 py-2">
          <summary className="text-base text-warning">
            {t('importing.warnings', { count: report.warnings.length })}
          </summary>
          <ul className="mt-2 flex flex-col gap-1 text-sm text-muted">
            {report.warnings.map((warning, index) => (
              <li key={index} className="break-words">
                {warn(warning)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
