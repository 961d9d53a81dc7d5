import { texts } from '@/lib/text'

/** Words about what agents do in an execution: their calls, their helpers, how it stands. */
export const useWorkTexts = texts(
  'work',
  {
    tool: {
      running: 'running', completed: 'done', failed: 'failed', asked: 'waits for your approval', stopped: 'stopped',
      arguments: 'Arguments', result: 'Result', error: 'Error', none: 'Nothing',
      open: 'Show arguments and result of {{name}}',
      undo: 'Undo the deletion', restored: { note: 'The note is back.', memory: 'It is back in the memory.' },
    },
    thoughts: { label: 'Thoughts', open: 'Show what was thought' },
    helper: {
      open: 'Show what {{agent}} does', working: 'working…', round: 'round {{now}} of {{most}}', waits: 'waits for you', failed: 'failed', stopped: 'stopped',
      task: 'Task', report: 'Report', writing: 'Report, still being written', nothing: 'Nothing yet.',
    },
    state: {
      sending: 'Sending…',
      queued: 'Queued: it begins when what runs before it is done.',
      pending: 'Starting…',
      thinking: 'Thinking…',
      round: 'Round {{now}} of {{most}}',
      retrying: '{{reason}} It is tried again.',
      cancelled: 'You stopped this answer.',
      failed: '{{agent}} could not answer.',
      nobodyFailed: 'This could not be answered.',
      waiting: 'Waits for you',
      asks: 'It goes on when you have decided.',
      waitingFor: 'It is not known whether a step took effect.',
      goOn: 'Go on without repeating',
      callAgain: 'Make the call again',
    },
    stop: 'Stop',
    settings: 'See the models',
  },
  {
    tool: {
      running: 'en marcha', completed: 'hecho', failed: 'ha fallado', asked: 'espera tu permiso', stopped: 'detenida',
      arguments: 'Argumentos', result: 'Resultado', error: 'Error', none: 'Nada',
      open: 'Mostrar los argumentos y el resultado de {{name}}',
      undo: 'Deshacer el borrado', restored: { note: 'La nota está de vuelta.', memory: 'Ha vuelto a la memoria.' },
    },
    thoughts: { label: 'Pensamientos', open: 'Mostrar lo que se pensó' },
    helper: {
      open: 'Mostrar qué hace {{agent}}', working: 'trabajando…', round: 'ronda {{now}} de {{most}}', waits: 'te espera', failed: 'ha fallado', stopped: 'detenido',
      task: 'Encargo', report: 'Informe', writing: 'Informe, aún sin terminar', nothing: 'Nada todavía.',
    },
    state: {
      sending: 'Enviando…',
      queued: 'En cola: empezará cuando acabe lo que está en marcha.',
      pending: 'Empezando…',
      thinking: 'Pensando…',
      round: 'Ronda {{now}} de {{most}}',
      retrying: '{{reason}} Se vuelve a intentar.',
      cancelled: 'Detuviste esta respuesta.',
      failed: '{{agent}} no pudo contestar.',
      nobodyFailed: 'No se pudo contestar.',
      waiting: 'Te espera',
      asks: 'Continuará cuando hayas decidido.',
      waitingFor: 'No se sabe si un paso llegó a tener efecto.',
      goOn: 'Seguir sin repetirlo',
      callAgain: 'Repetir la llamada',
    },
    stop: 'Detener',
    settings: 'Ver los modelos',
  },
)
