import { useState } from 'react'

import { api, data, root } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'

import { ConfirmByName } from './confirm-by-name'

/** Taking everything along, and being forgotten. */
export function Leaving({ name }: { name: string }) {
  const t = useTexts('settings')
  const [erasing, setErasing] = useState(false)
  return (
    <ul className="mt-5 flex flex-col divide-y rounded-md border">
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('account.take')}</h3>
          <p className="text-sm text-muted">{t('account.takeAbout')}</p>
        </div>
        <a href={`${root}/api/account/export`} download className={buttonLook()}>
          <Icon name="download-simple" size={17} />
          {t('account.download')}
        </a>
      </li>
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('account.erase')}</h3>
          <p className="text-sm text-muted">{t('account.eraseAbout')}</p>
        </div>
        <Button look="danger" icon="trash" onClick={() => setErasing(true)}>
          {t('account.erase')}
        </Button>
      </li>
      {erasing && (
        <ConfirmByName
          name={name}
          title={t('account.eraseTitle')}
          body={t('account.eraseBody')}
          action={t('account.eraseDo')}
          onConfirm={async () => {
            await data(api.POST('/api/account/erase', { body: { confirm: name } }))
            location.assign(`${root}/`)
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </ul>
  )
}
