import { texts } from '@/lib/text'

export const useFigureTexts = texts(
  'agent-figures',
  {
    days: '{{count, number}} days', range: 'Time',
    runs: 'Runs', unanswered: 'Unanswered', success: 'Success', mean: 'Mean time', p95: '95 % within', tokens: 'Tokens', cost: 'Cost',
    tokensDetail: '{{input}} read, {{output}} written',
    perDay: 'Runs a day', day: 'Day', failed: 'Failed', chart: 'Runs a day over {{count, number}} days, {{total, number}} in all.',
    dayRuns_one: '{{count, number}} run', dayRuns_other: '{{count, number}} runs', dayFailed: '{{count, number}} failed', dayMean: '{{time}} on average',
    feedback: 'Feedback', up: 'good', down: 'bad', noFeedback: 'Nobody has rated an answer yet.',
    errors: 'Errors', noErrors: 'No run failed.',
    errorClass: {
      network: 'network', model: 'model', validation: 'validation', authentication: 'sign-in at the provider', rate_limit: 'rate limit',
      timeout: 'time ran out', tool: 'tool', budget: 'limit reached', cancelled: 'stopped', other: 'other',
    },
    recent: 'Latest runs', empty: 'It has not run yet', emptyBody: 'Talk to it, and its runs, times and cost stand here.', talk: 'Talk to it',
    quiet: 'Nothing in these days.',
  },
  {
    days: '{{count, number}} días', range: 'Tiempo',
    runs: 'Ejecuciones', unanswered: 'Sin respuesta', success: 'Éxito', mean: 'Tiempo medio', p95: 'El 95 % en', tokens: 'Tokens', cost: 'Coste',
    tokensDetail: '{{input}} leídos, {{output}} escritos',
    perDay: 'Ejecuciones al día', day: 'Día', failed: 'Fallidas', chart: 'Ejecuciones al día en {{count, number}} días, {{total, number}} en total.',
    dayRuns_one: '{{count, number}} ejecución', dayRuns_other: '{{count, number}} ejecuciones', dayFailed: '{{count, number}} fallidas', dayMean: '{{time}} de media',
    feedback: 'Opiniones', up: 'buenas', down: 'malas', noFeedback: 'Nadie ha valorado aún una respuesta.',
    errors: 'Errores', noErrors: 'No ha fallado ninguna ejecución.',
    errorClass: {
      network: 'red', model: 'modelo', validation: 'validación', authentication: 'acceso al proveedor', rate_limit: 'límite de peticiones',
      timeout: 'se acabó el tiempo', tool: 'herramienta', budget: 'límite alcanzado', cancelled: 'detenida', other: 'otro',
    },
    recent: 'Últimas ejecuciones', empty: 'Aún no se ha ejecutado', emptyBody: 'Habla con él y aquí verás sus ejecuciones, tiempos y coste.', talk: 'Hablar con él',
    quiet: 'Nada en estos días.',
  },
)
