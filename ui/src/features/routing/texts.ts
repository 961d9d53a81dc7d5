import { texts } from '@/lib/text'

/** Words that all tabs of the page share. */
export const useRoutingTexts = texts(
  'routing',
  {
    title: 'Routing',
    about: 'Which agent gets a message, why, and what a change would do before it is made.',
    tabs: {
      label: 'Parts of routing', explorer: 'Explorer', releases: 'Releases', golden: 'Golden cases', misroutes: 'Misroutes', lint: 'Lint', savings: 'Savings',
    },
    waits: 'A candidate waits to be published',
    nobody: 'nobody',
    quoted: '“{{value}}”',
    edit: {
      add: {
        tags: 'Give {{agent}} the tag {{value}}', keywords: 'Give {{agent}} the keyword {{value}}', patterns: 'Give {{agent}} the pattern {{value}}',
        examples: 'Give {{agent}} the example {{value}}', other: 'Add {{value}} to “{{field}}” of {{agent}}',
      },
      remove: {
        tags: 'Take the tag {{value}} from {{agent}}', keywords: 'Take the keyword {{value}} from {{agent}}', patterns: 'Take the pattern {{value}} from {{agent}}',
        examples: 'Take the example {{value}} from {{agent}}', other: 'Take {{value}} out of “{{field}}” of {{agent}}',
      },
      set: {
        priority: 'Set the priority of {{agent}} to {{value}}', name: 'Call {{agent}} {{value}}', description: 'Describe {{agent}} as {{value}}',
        objective: 'Make {{value}} the objective of {{agent}}', other: 'Set “{{field}}” of {{agent}} to {{value}}',
      },
    },
    proposal: {
      candidate: 'Make it a candidate release', made: 'Release {{number}} waits for you: look at what it does, then publish it.',
      fixes_one: 'fixes {{count, number}} message', fixes_other: 'fixes {{count, number}} messages',
      breaks_one: 'breaks {{count, number}} message', breaks_other: 'breaks {{count, number}} messages',
      golden_one: 'breaks {{count, number}} golden case', golden_other: 'breaks {{count, number}} golden cases',
      flips_one: 'moves {{count, number}} recent message', flips_other: 'moves {{count, number}} recent messages', still: 'moves no other recent message',
      saves_one: 'saves {{count, number}} model call', saves_other: 'saves {{count, number}} model calls',
      of_one: 'of {{count, number}} tried', of_other: 'of {{count, number}} tried',
      samples: 'See the messages', fixed: 'Go right with it', broken: 'Go wrong with it', goesTo: 'belongs to {{agent}}',
    },
  },
  {
    title: 'Enrutamiento',
    about: 'A qué agente le llega un mensaje, por qué, y qué haría un cambio antes de hacerlo.',
    tabs: {
      label: 'Partes del enrutamiento', explorer: 'Explorador', releases: 'Versiones', golden: 'Casos fijados', misroutes: 'Desvíos', lint: 'Revisión', savings: 'Ahorro',
    },
    waits: 'Hay una versión candidata por publicar',
    nobody: 'nadie',
    quoted: '«{{value}}»',
    edit: {
      add: {
        tags: 'Dar a {{agent}} la etiqueta {{value}}', keywords: 'Dar a {{agent}} la palabra clave {{value}}', patterns: 'Dar a {{agent}} el patrón {{value}}',
        examples: 'Dar a {{agent}} el ejemplo {{value}}', other: 'Añadir {{value}} a «{{field}}» de {{agent}}',
      },
      remove: {
        tags: 'Quitar a {{agent}} la etiqueta {{value}}', keywords: 'Quitar a {{agent}} la palabra clave {{value}}', patterns: 'Quitar a {{agent}} el patrón {{value}}',
        examples: 'Quitar a {{agent}} el ejemplo {{value}}', other: 'Quitar {{value}} de «{{field}}» de {{agent}}',
      },
      set: {
        priority: 'Poner la prioridad de {{agent}} en {{value}}', name: 'Llamar {{value}} a {{agent}}', description: 'Describir a {{agent}} como {{value}}',
        objective: 'Hacer de {{value}} el objetivo de {{agent}}', other: 'Poner «{{field}}» de {{agent}} en {{value}}',
      },
    },
    proposal: {
      candidate: 'Convertir en versión candidata', made: 'La versión {{number}} te espera: mira qué cambia y publícala.',
      fixes_one: 'arregla {{count, number}} mensaje', fixes_other: 'arregla {{count, number}} mensajes',
      breaks_one: 'estropea {{count, number}} mensaje', breaks_other: 'estropea {{count, number}} mensajes',
      golden_one: 'rompe {{count, number}} caso fijado', golden_other: 'rompe {{count, number}} casos fijados',
      flips_one: 'mueve {{count, number}} mensaje reciente', flips_other: 'mueve {{count, number}} mensajes recientes', still: 'no mueve ningún otro mensaje reciente',
      saves_one: 'ahorra {{count, number}} llamada al modelo', saves_other: 'ahorra {{count, number}} llamadas al modelo',
      of_one: 'de {{count, number}} probado', of_other: 'de {{count, number}} probados',
      samples: 'Ver los mensajes', fixed: 'Llegan bien con ella', broken: 'Llegan mal con ella', goesTo: 'le toca a {{agent}}',
    },
  },
)
