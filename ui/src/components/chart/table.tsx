import type { TableData } from './model'

/** The numbers of a chart; it scrolls inside where there are many. */
export function ChartTable({ caption, head, rows, className = 'h-full' }: TableData & { className?: string }) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className={`overflow-auto rounded-md border ${className}`}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            {head.map((name, index) => (
              <th
                key={index}
                scope="col"
                className={`px-3 py-1.5 font-medium whitespace-nowrap ${index ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="numbers">
          {rows.map((row, index) => (
            <tr key={index} className="border-t">
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row" className="px-3 py-1 font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={at} className="px-3 py-1 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
