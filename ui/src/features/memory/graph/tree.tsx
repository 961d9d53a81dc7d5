import { useMemo } from 'react'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Outside, TypeDisc } from '../badges'
import { useExplore } from './explore'
import { MOST, type Plan, type PlanNode } from './plan'

interface TreeProps {
  plan: Plan
  root: string
  name: string
  loading: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** The same as the picture, as lists within lists. */
export function Tree({ plan, root, name, loading, onOpen }: TreeProps) {
  const t = useTexts('memory')
  const children = useMemo(() => {
    const found = new Map<string, PlanNode[]>()
    for (const node of plan.nodes) if (node.parent) found.set(node.parent, [...(found.get(node.parent) ?? []), node])
    return found
  }, [plan])
  const level = (parent: string, parentName: string) => (
    <ul className={parent === root ? '' : 'ml-4 border-l pl-2 sm:ml-6'}>
      {(children.get(parent) ?? []).map((node) => (
        <li key={node.id}>
          {node.entity ? (
            <Entry node={node} loading={loading.has(node.id)} onOpen={onOpen} />
          ) : (
            <More node={node} name={parentName} />
          )}
          {node.entity && children.has(node.id) && level(node.id, node.entity.name)}
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label={t('graph.label', { name })} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 sm:px-5">
      {level(root, name)}
    </section>
  )
}

function Entry({ node, loading, onOpen }: { node: PlanNode; loading: boolean; onOpen: (id: string) => void }) {
  const t = useTexts('memory')
  const format = useFormat()
  const toggle = useExplore((state) => state.toggle)
  const entity = node.entity!
  const others = entity.relations > node.relations.length
  return (
    <div className="flex min-h-11 items-center gap-2 py-1">
      {node.expanded || others ? (
        <IconButton
          icon={node.expanded ? 'caret-down' : 'caret-right'}
          size="small"
          aria-expanded={node.expanded}
          aria-busy={loading || undefined}
          label={t(node.expanded ? 'graph.collapse' : 'graph.expand', { name: entity.name })}
          onClick={() => toggle(node.id)}
        />
      ) : (
        <span className="w-7 shrink-0" />
      )}
      <TypeDisc type={entity.entityType} size={28} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            onClick={() => onOpen(node.id)}
            title={entity.name}
            className="min-w-0 truncate rounded-sm text-left font-medium text-accent underline-offset-4 hover:underline"
          >
            {entity.name}
          </button>
          {entity.tainted && <Outside short />}
        </span>
        {node.relations.map((relation) => (
          <span key={relation.id} className="text-sm text-muted">
            <span aria-hidden className="flex min-w-0 items-center gap-1">
              <Icon name={relation.toId === node.id ? 'arrow-right' : 'arrow-left'} size={12} className="text-faint" />
              <span className="min-w-0 break-words">{relation.relationType}</span>
            </span>
            <span className="sr-only">{`${relation.from} ${relation.relationType} ${relation.to}`}</span>
          </span>
        ))}
      </span>
      <span className="numbers shrink-0 text-sm text-muted max-sm:hidden">
        {t('relations', { count: entity.relations, n: format.number(entity.relations) })}
      </span>
    </div>
  )
}

function More({ node, name }: { node: PlanNode; name: string }) {
  const t = useTexts('memory')
  const format = useFormat()
  const asked = useExplore((state) => state.expanded.get(node.parent ?? '') ?? 0)
  const more = useExplore((state) => state.more)
  const counted = { count: node.more, n: format.number(node.more), name }
  if (asked >= MOST) return <p className="py-2 pl-9 text-sm text-muted">{t('graph.tooMany', counted)}</p>
  return (
    <Button
      size="small"
      look="quiet"
      icon="plus"
      className="my-1 ml-7"
      aria-label={t('graph.showMore', counted)}
      onClick={() => more(node.parent!)}
    >
      {t('graph.more', counted)}
    </Button>
  )
}
