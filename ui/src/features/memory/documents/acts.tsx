import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { root } from '@/client/api'
import { Button, buttonLook, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { PutIntoProject } from '@/components/projects'
import { useTexts } from '@/lib/text'

import { EditDocument } from './edit'
import { useRemoveDocument } from './removing'
import type { DocumentText } from './types'
import { useReindex } from './use-reindex'

/** What can be done with a document. */
export function DocumentActs({ document }: { document: DocumentText }) {
  const t = useTexts('memory-documents')
  const navigate = useNavigate()
  const remove = useRemoveDocument()
  const { reindex } = useReindex(document.id)
  const [editing, setEditing] = useState(false)
  return (
    <>
      <a href={`${root}/api/documents/${document.id}/file`} download className={buttonLook('quiet')}>
        <Icon name="download-simple" size={17} />
        <span className="max-sm:sr-only">
          {t(document.filename === null ? 'document.downloadText' : 'document.download')}
        </span>
      </a>
      <Button icon="pencil-simple" onClick={() => setEditing(true)}>
        {t('document.edit')}
      </Button>
      <Menu trigger={<IconButton icon="dots-three-vertical" label={t('document.more')} />}>
        <PutIntoProject kind="document" id={document.id} title={document.title} />
        <MenuItem icon="arrows-clockwise" onSelect={() => void reindex()}>
          {t('document.reindex')}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon="trash"
          danger
          onSelect={() => {
            remove(document.id, document.title)
            void navigate({ to: '/memory/documents' })
          }}
        >
          {t('document.delete')}
        </MenuItem>
      </Menu>
      {editing && <EditDocument document={document} onClose={() => setEditing(false)} />}
    </>
  )
}
