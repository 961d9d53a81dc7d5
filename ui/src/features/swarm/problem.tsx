import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'

/** What the server refused a form with. */
export function Problem({ error }: { error: unknown }) {
  const reason = useReason()
  if (!error) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-base text-danger">
      <Icon name="warning-circle" size={17} className="mt-0.5" />
      <span className="min-w-0 break-words">{reason(error)}</span>
    </p>
  )
}
