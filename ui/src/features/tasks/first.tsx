import { Button } from '@/components/button'
import { Empty } from '@/components/states'
import { useTexts } from '@/lib/text'

/** What the page says while there is no task. */
export function FirstTask({ onCreate }: { onCreate: () => void }) {
  const t = useTexts('tasks')
  return (
    <Empty
      icon="kanban"
      title={t('empty.title')}
      action={
        <Button look="primary" icon="plus" onClick={onCreate}>
          {t('empty.action')}
        </Button>
      }
      className="pt-16"
    >
      {t('empty.body')}
    </Empty>
  )
}
