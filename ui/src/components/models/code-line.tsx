import { CopyButton } from '@/components/copy-button'

/** A line to copy and put elsewhere. */
export function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex min-w-0 items-start gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-sm break-all whitespace-pre-wrap">{code}</code>
      <CopyButton text={code} label={label} />
    </div>
  )
}
