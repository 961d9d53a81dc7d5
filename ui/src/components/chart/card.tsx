import { useState, type ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { Button } from '../button'
import { Icon } from '../icon'
import { Card } from '../page'
import { Tooltip } from '../tooltip'
import type { TableData } from './model'
import { ChartTable } from './table'

interface ChartCardProps {
  title: string
  /** One sentence: what one should see in it. */
  about?: ReactNode
  table: TableData
  /** Where the same figures are as a file. */
  csv?: string | undefined
  /** The classes that give it its height. */
  height?: string
  className?: string | undefined
  children: ReactNode
}

/** A card with one chart, the table behind it, and its figures as a file. */
export function ChartCard({ title, about, table, csv, height = 'h-64', className, children }: ChartCardProps) {
  const t = useTexts('chart')
  const shared = useTexts('shared')
  const [asTable, setAsTable] = useState(false)
  const empty = table.rows.length === 0
  return (
    <Card
      title={title}
      className={cn('chart-card', className)}
      actions={
        !empty && (
          <span className="chart-acts flex items-center gap-0.5">
            {csv && (
              <Tooltip text={t('export')}>
                <a
                  href={csv}
                  download
                  aria-label={`${t('export')}: ${title}`}
                  className={cn(
                    'grid size-7 place-items-center rounded-md text-muted transition-colors',
                    'duration-120 hover:bg-hover hover:text-ink',
                  )}
                >
                  <Icon name="download-simple" size={16} />
                </a>
              </Tooltip>
            )}
            <Button
              size="small"
              look="quiet"
              icon={asTable ? 'chart-bar' : 'table'}
              aria-pressed={asTable}
              aria-label={`${shared(asTable ? 'chart' : 'table')}: ${title}`}
              onClick={() => setAsTable(!asTable)}
            >
              <span className="max-sm:hidden">{shared(asTable ? 'chart' : 'table')}</span>
            </Button>
          </span>
        )
      }
    >
      {about && <p className="px-4 text-sm text-muted">{about}</p>}
      <div className={cn('px-4 pt-2 pb-3.5', height)}>
        {empty ? (
          <p className="grid h-full place-items-center text-center text-muted">{t('none')}</p>
        ) : asTable ? (
          <ChartTable {...table} />
        ) : (
          children
        )}
      </div>
    </Card>
  )
}
