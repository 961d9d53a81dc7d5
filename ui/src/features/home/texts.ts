import { texts } from '@/lib/text'

export const useHomeTexts = texts(
  'home',
  {
    greeting: { morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening' },
    about_zero: 'Nothing is running.',
    about_one: 'One run is under way.',
    about_other: '{{count}} runs are under way.',
    ask: { label: 'What do you want to ask?', prompt: 'Ask; whoever fits best answers', send: 'Ask' },
    quick: { label: 'Quick actions', create: 'Create an agent', graph: 'See the graph', events: 'Follow the events' },
    figures: {
      label: 'Live figures',
      agents: 'Agents active', agentsOf: 'of {{total}}', allAgents: 'all of them',
      runs: 'Runs today', runsFailed_zero: 'none failed', runsFailed_one: '{{count}} failed', runsFailed_other: '{{count}} failed',
      noRuns: 'none yet',
      success: 'Success rate', successOf: '{{completed}} of {{total}}', nothingYet: 'nothing finished yet',
      mean: 'Mean time', p95: '95 of 100 within {{time}}',
      asked: 'Asked a model', byRules: 'routed by rules alone', askedOf: '{{asked}} of {{routed}} routings', noRoutings: 'nothing routed yet',
    },
    day: {
      title: 'The last 24 hours', total_one: '{{count}} run', total_other: '{{count}} runs', none: 'No runs in the last 24 hours',
      bar_zero: '{{from}}–{{to}}: no runs', bar_one: '{{from}}–{{to}}: {{count}} run', bar_other: '{{from}}–{{to}}: {{count}} runs',
      failed_one: '{{count}} of them failed', failed_other: '{{count}} of them failed',
      now: 'now', hour: 'Hour', runs: 'Runs', failures: 'Failed', succeeded: 'Runs', caption: 'Runs of the last 24 hours, by hour',
    },
    running: {
      title: 'Running now', none: 'Nothing runs at the moment.', noneBody: 'What you ask appears here while somebody works on it.',
      stop: 'Stop “{{message}}”', stopped: 'It stops.', nobody: 'being routed', more_one: '{{count}} more', more_other: '{{count}} more',
      waiting: 'waiting for you',
    },
    recent: {
      title: 'Recent conversations', all: 'All conversations', none: 'No conversations yet',
      noneBody: 'Ask your first question above; it is kept here.',
    },
    missing: {
      title: 'No language model yet',
      body: 'Routing, tools and arithmetic already work, and the offline model gives simple answers. For real conversations add a model:',
      unwell: 'Who cannot answer',
      unwellBody: 'These agents are asked in vain until this is put right.',
      edit: 'Edit {{name}}',
    },
  },
  {
    greeting: { morning: 'Buenos días', afternoon: 'Buenas tardes', evening: 'Buenas noches' },
    about_zero: 'No hay nada en marcha.',
    about_one: 'Hay una ejecución en marcha.',
    about_other: 'Hay {{count}} ejecuciones en marcha.',
    ask: { label: '¿Qué quieres preguntar?', prompt: 'Pregunta y responderá quien mejor encaje', send: 'Preguntar' },
    quick: { label: 'Accesos rápidos', create: 'Crear un agente', graph: 'Ver el grafo', events: 'Seguir los eventos' },
    figures: {
      label: 'Cifras en directo',
      agents: 'Agentes activos', agentsOf: 'de {{total}}', allAgents: 'todos',
      runs: 'Ejecuciones de hoy', runsFailed_zero: 'ninguna fallida', runsFailed_one: '{{count}} fallida', runsFailed_other: '{{count}} fallidas',
      noRuns: 'ninguna todavía',
      success: 'Tasa de éxito', successOf: '{{completed}} de {{total}}', nothingYet: 'aún no ha terminado ninguna',
      mean: 'Tiempo medio', p95: '95 de cada 100 en {{time}}',
      asked: 'Consultas a un modelo', byRules: 'las reglas bastan', askedOf: '{{asked}} de {{routed}} repartos', noRoutings: 'aún no se ha repartido nada',
    },
    day: {
      title: 'Las últimas 24 horas', total_one: '{{count}} ejecución', total_other: '{{count}} ejecuciones', none: 'Sin ejecuciones en las últimas 24 horas',
      bar_zero: '{{from}}–{{to}}: ninguna ejecución', bar_one: '{{from}}–{{to}}: {{count}} ejecución', bar_other: '{{from}}–{{to}}: {{count}} ejecuciones',
      failed_one: '{{count}} fallida', failed_other: '{{count}} fallidas',
      now: 'ahora', hour: 'Hora', runs: 'Ejecuciones', failures: 'Fallidas', succeeded: 'Ejecuciones', caption: 'Ejecuciones de las últimas 24 horas, por hora',
    },
    running: {
      title: 'En marcha ahora', none: 'Ahora mismo no hay nada en marcha.', noneBody: 'Lo que preguntes aparecerá aquí mientras alguien trabaje en ello.',
      stop: 'Detener «{{message}}»', stopped: 'Se está deteniendo.', nobody: 'buscando a quién le toca', more_one: '{{count}} más', more_other: '{{count}} más',
      waiting: 'te espera',
    },
    recent: {
      title: 'Conversaciones recientes', all: 'Todas las conversaciones', none: 'Aún no hay conversaciones',
      noneBody: 'Haz tu primera pregunta arriba; se guardará aquí.',
    },
    missing: {
      title: 'Aún no hay un modelo de lenguaje',
      body: 'El reparto, las herramientas y los cálculos ya funcionan, y el modelo sin conexión da respuestas sencillas. Para conversar de verdad, añade un modelo:',
      unwell: 'Quién no puede responder',
      unwellBody: 'A estos agentes se les pregunta en vano hasta que se arregle.',
      edit: 'Editar a {{name}}',
    },
  },
)
