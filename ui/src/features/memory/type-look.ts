import type { AgentIcon, InterfaceIcon } from '@/components/icon-names'

import { folded } from './marks'

export interface TypeLook {
  icon: AgentIcon | InterfaceIcon
  /** Degrees on the colour wheel. */
  hue: number
}

/** Words of familiar types, in both languages; a type is familiar when one of its words is. */
const FAMILIAR: readonly [TypeLook['icon'], ...string[]][] = [
  [
    'user',
    'person people human user customer client contact friend family',
    'persona personas gente cliente contacto amigo amiga usuario',
  ],
  ['users-three', 'team group department equipo grupo departamento'],
  ['buildings', 'company organization organisation business employer firm empresa organizacion compania negocio'],
  ['map-pin', 'place city town country location address region lugar ciudad pueblo pais direccion sitio'],
  ['calendar', 'event meeting date appointment holiday evento reunion cita fecha'],
  ['kanban', 'project task goal proyecto tarea objetivo'],
  ['package', 'product item order device thing producto articulo pedido cosa'],
  [
    'code',
    'code library package framework language repository software technology tool tech',
    'codigo libreria herramienta lenguaje tecnologia',
  ],
  ['book-open', 'book article paper document concept topic note libro articulo documento concepto tema nota'],
  ['heart', 'preference like hobby interest preferencia gusto aficion interes'],
  ['paw-print', 'animal pet mascota'],
  ['music-notes', 'song album artist band music cancion artista musica'],
  ['film-slate', 'film movie show series pelicula serie'],
  ['fork-knife', 'food dish recipe restaurant comida plato receta restaurante'],
  ['heartbeat', 'health condition disease salud enfermedad'],
  ['robot', 'agent bot model agente modelo'],
  ['question', 'question decision issue bug problem pregunta problema'],
]
const ICONS = new Map(
  FAMILIAR.flatMap(([icon, ...words]) =>
    words
      .join(' ')
      .split(' ')
      .map((word) => [word, icon] as const),
  ),
)

/** How a type of entity looks: the same everywhere, whoever named it. */
export function typeLook(entityType: string): TypeLook {
  const key = folded(entityType).trim()
  const words = key.split(/[^\p{L}\p{N}]+/u)
  const icon = words.map((word) => ICONS.get(word) ?? ICONS.get(word.replace(/e?s$/, ''))).find(Boolean)
  return { icon: icon ?? 'dot-outline', hue: hueOf(key) }
}

/** One of 24 hues, spread by the golden angle, so that neighbours in the alphabet differ. */
function hueOf(key: string): number {
  let hash = 2166136261
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 16777619)
  return Math.round(((hash >>> 0) % 24) * 137.508) % 360
}
