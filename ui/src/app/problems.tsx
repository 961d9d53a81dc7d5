import { Link } from '@tanstack/react-router'

import { Button } from '@/components/button'
import { Empty } from '@/components/states'
import { useTexts } from '@/lib/text'

/** What stands where a page broke. */
export function PageCrash({ error }: { error: unknown }) {
  const t = useTexts('shell')
  const detail = error instanceof Error ? error.message : ''
  return (
    <div role="alert" className="grid h-full place-items-center overflow-y-auto">
      <Empty
        icon="warning"
        title={t('crash.title')}
        action={
          <Button look="primary" icon="arrow-clockwise" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      >
        {t('crash.body')}
        {detail && <code className="mt-2 block font-mono text-sm break-words">{detail}</code>}
      </Empty>
    </div>
  )
}

/** What stands at an address that leads nowhere. */
export function Missing() {
  const t = useTexts('shell')
  return (
    <div className="grid h-full place-items-center">
      <Empty
        icon="signpost"
        title={t('missing.title')}
        action={
          <Link to="/" className="font-medium text-accent underline-offset-4 hover:underline">
            {t('missing.home')}
          </Link>
        }
      >
        {t('missing.body')}
      </Empty>
    </div>
  )
}
