import type { Draft } from '../draft'

export type SectionName = 'identity' | 'purpose' | 'working' | 'tools' | 'limits' | 'status'

/** The parts of the editor in their order, with the fields that stand in each. */
export const SECTIONS: readonly { name: SectionName; fields: readonly (keyof Draft)[] }[] = [
  { name: 'identity', fields: ['name', 'id', 'description', 'role', 'icon', 'color'] },
  { name: 'purpose', fields: ['objective', 'tags', 'keywords', 'patterns', 'examples', 'languages', 'priority'] },
  {
    name: 'working',
    fields: [
      'instructions',
      'model',
      'fallbacks',
      'temperature',
      'maxTokens',
      'contextWindow',
      'silenceMinutes',
      'recall',
      'remember',
      'maxIterations',
      'review',
      'announcement',
      'helpers',
    ],
  },
  { name: 'tools', fields: ['tools', 'needs'] },
  { name: 'limits', fields: ['budget'] },
  { name: 'status', fields: ['status'] },
]

/** The id of a section's element. */
export const anchor = (name: SectionName) => `agent-${name}`
