import { useTexts } from '@/lib/text'

interface HeatmapProps {
  caption: string
  rows: readonly string[]
  /** In full, and as they are written above: empty where there is no room. */
  columns: readonly { long: string; short: string }[]
  value: (row: number, column: number) => number
  write: (value: number) => string
}

/** A table whose cells are the darker the more they hold. */
export function Heatmap({ caption, rows, columns, value, write }: HeatmapProps) {
  const t = useTexts('chart')
  const most = Math.max(1, ...rows.flatMap((_, row) => columns.map((_, column) => value(row, column))))
  return (
    <table className="h-full w-full table-fixed border-separate border-spacing-px sm:border-spacing-0.5">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="h-5">
          <td aria-hidden className="w-9" />
          {columns.map((column) => (
            <th key={column.long} scope="col" className="relative text-left text-xs font-normal text-faint">
              <span className="sr-only">{column.long}</span>
              <span aria-hidden className="absolute top-0.5 left-0 whitespace-nowrap">
                {column.short}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row" className="truncate pr-1 text-left text-xs font-normal text-muted">
              {name}
            </th>
            {columns.map((column, at) => {
              const count = value(row, at)
              return (
                <td
                  key={column.long}
                  title={t('cell', { row: name, column: column.long, value: write(count) })}
                  className={count ? 'heat rounded-[3px]' : 'rounded-[3px] bg-sunken'}
                  style={{ '--heat': `${Math.round(18 + 82 * Math.sqrt(count / most))}%` } as React.CSSProperties}
                >
                  <span className="sr-only">{write(count)}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
