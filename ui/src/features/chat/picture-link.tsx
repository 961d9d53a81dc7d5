import { useTexts } from '@/lib/text'

import { contentOf } from './files'

interface PictureLinkProps {
  /** The id of the kept file. */
  id: string
  name: string
  width: number | null | undefined
  height: number | null | undefined
}

/** A picture that opens in a tab of its own. */
export function PictureLink({ id, name, width, height }: PictureLinkProps) {
  const t = useTexts('chat')
  return (
    <a
      href={contentOf({ id })}
      target="_blank"
      rel="noopener noreferrer"
      title={t('file.open', { name })}
      className="block overflow-hidden rounded-md border"
    >
      <img
        src={contentOf({ id })}
        alt={name}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        className="block h-auto max-h-60 w-auto max-w-full bg-sunken"
      />
    </a>
  )
}
