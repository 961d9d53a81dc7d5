import { root } from '@/client/api'
import { Button } from '@/components/button'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

/** What somebody sees who is not signed in. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const t = useTexts('shell')
  return (
    <main
      className="module-wash grid h-full place-items-center p-6"
      style={{ '--hue': 'var(--module-home)' } as React.CSSProperties}
    >
      <div
        className={cn(
          'flex w-full max-w-100 flex-col items-center gap-4 rounded-lg border bg-surface',
          'px-8 py-10 text-center',
        )}
      >
        <img src={`${root}/favicon.svg`} alt="" width={48} height={48} />
        <h1 className="text-lg font-semibold">{t('signIn.title')}</h1>
        <p className="text-base text-muted">{t('signIn.body')}</p>
        <code className="rounded-md bg-sunken px-3 py-2 font-mono text-sm">bailiwick keys link</code>
        <Button look="primary" onClick={onDone}>
          {t('signIn.again')}
        </Button>
      </div>
    </main>
  )
}
