import { texts } from '@/lib/text'

export const useLintTexts = texts(
  'routing-lint',
  {
    title: 'What will surprise people',
    summary_one: '{{count, number}} finding about {{agents}}.', summary_other: '{{count, number}} findings about {{agents}}.',
    agents_one: '{{count, number}} agent', agents_other: '{{count, number}} agents',
    of: 'Agent', everyone: 'All agents', noneOf: 'Nothing odd about {{name}}.',
    clean: 'Nothing odd', cleanBody: 'Every tag, keyword, pattern and example can do its work, and every agent can be found.',
    fix: '({{field}} of {{agent}})', open: 'Change it', count_one: '{{count, number}} finding', count_other: '{{count, number}} findings',
    more_one: 'Show {{count, number}} more', more_other: 'Show {{count, number}} more', fewer: 'Show fewer',
    field: {
      tags: 'tags', keywords: 'keywords', patterns: 'patterns', examples: 'examples', languages: 'languages', priority: 'priority', name: 'name',
      description: 'description', objective: 'objective',
    },
    effects: {
      title: 'Recent messages by agent', about_one: '{{count, number}} message, decided with the agents as they are now.', about_other: '{{count, number}} messages, decided with the agents as they are now.',
      none: 'No message has been routed yet. What each agent gets of them is shown here.',
      agent: 'Agent', gets: 'Gets', gains: 'Gains', losses: 'Loses', gained: '{{count, number}} more than with the published rules', lost: '{{count, number}} fewer than with the published rules',
      nothing_one: '{{count, number}} agent gets none.', nothing_other: '{{count, number}} agents get none.',
    },
    words: {
      title: 'Words that say too little', about: 'They are in many messages that go to others.', none: 'No word of an agent is in many messages of others.',
      tag: 'The tag {{text}} of {{agent}}', keyword: 'The keyword {{text}} of {{agent}}', word: 'The word {{text}} of {{agent}}',
      said_one: 'It is in {{count, number}} recent message; {{elsewhere}} of them went to others.', said_other: 'It is in {{count, number}} recent messages; {{elsewhere}} of them went to others.',
      wrong_one: '{{count, number}} was reported as a misroute.', wrong_other: '{{count, number}} were reported as misroutes.',
    },
  },
  {
    title: 'Lo que va a sorprender',
    summary_one: '{{count, number}} aviso sobre {{agents}}.', summary_other: '{{count, number}} avisos sobre {{agents}}.',
    agents_one: '{{count, number}} agente', agents_other: '{{count, number}} agentes',
    of: 'Agente', everyone: 'Todos los agentes', noneOf: 'Nada raro en {{name}}.',
    clean: 'Nada raro', cleanBody: 'Cada etiqueta, palabra clave, patrón y ejemplo puede hacer su trabajo, y a todos los agentes se llega.',
    fix: '({{field}} de {{agent}})', open: 'Cambiarlo', count_one: '{{count, number}} aviso', count_other: '{{count, number}} avisos',
    more_one: 'Ver {{count, number}} más', more_other: 'Ver {{count, number}} más', fewer: 'Ver menos',
    field: {
      tags: 'las etiquetas', keywords: 'las palabras clave', patterns: 'los patrones', examples: 'los ejemplos', languages: 'los idiomas', priority: 'la prioridad', name: 'el nombre',
      description: 'la descripción', objective: 'el objetivo',
    },
    effects: {
      title: 'Últimos mensajes por agente', about_one: '{{count, number}} mensaje, decidido con los agentes como están ahora.', about_other: '{{count, number}} mensajes, decididos con los agentes como están ahora.',
      none: 'Aún no se ha enrutado ningún mensaje. Aquí verás qué le llega a cada agente.',
      agent: 'Agente', gets: 'Recibe', gains: 'Gana', losses: 'Pierde', gained: '{{count, number}} más que con las reglas publicadas', lost: '{{count, number}} menos que con las reglas publicadas',
      nothing_one: 'A {{count, number}} agente no le llega ninguno.', nothing_other: 'A {{count, number}} agentes no les llega ninguno.',
    },
    words: {
      title: 'Palabras que dicen poco', about: 'Están en muchos mensajes que les tocan a otros.', none: 'Ninguna palabra de un agente está en muchos mensajes de otros.',
      tag: 'La etiqueta {{text}} de {{agent}}', keyword: 'La palabra clave {{text}} de {{agent}}', word: 'La palabra {{text}} de {{agent}}',
      said_one: 'Está en {{count, number}} mensaje reciente; {{elsewhere}} fueron a otros.', said_other: 'Está en {{count, number}} mensajes recientes; {{elsewhere}} fueron a otros.',
      wrong_one: '{{count, number}} se señaló como desvío.', wrong_other: '{{count, number}} se señalaron como desvíos.',
    },
  },
)
