import { texts } from '@/lib/text'

/** Words of the choice of an agent. */
export const usePickerTexts = texts(
  'picker',
  {
    label: 'Who answers: {{name}}',
    title: 'Choose who answers',
    search: 'Find an agent',
    decides: '{{name}} decides',
    decidesAbout: 'Passes your message to the agent that fits best',
    recent: 'Recently used',
    all: 'All agents',
    helpers: 'Helpers',
    none: 'No agent is called “{{query}}”.',
    presence: { working: 'working now', ready: 'ready', unwell: 'cannot answer', paused: 'paused', shadow: 'in the shadow' },
    direct: 'Answers you directly',
  },
  {
    label: 'Quién responde: {{name}}',
    title: 'Elige quién responde',
    search: 'Busca un agente',
    decides: '{{name}} decide',
    decidesAbout: 'Le pasa tu mensaje a quien mejor encaje',
    recent: 'Usados hace poco',
    all: 'Todos los agentes',
    helpers: 'Ayudantes',
    none: 'Ningún agente se llama «{{query}}».',
    presence: { working: 'trabajando ahora', ready: 'disponible', unwell: 'no puede responder', paused: 'en pausa', shadow: 'en la sombra' },
    direct: 'Te responde directamente',
  },
)
