import { texts } from '@/lib/text'

export const useBenchTexts = texts(
  'agent-bench',
  {
    say: 'Say something, see the decision', sayHint: 'Decided with the agent as it stands here, saved or not. Nothing is run.',
    placeholder: 'When do I prune my roses?', thisAgent: 'This agent',
    invalid: 'Correct the marked fields first; then it can be tried.',
    emptyTitle: 'Try it before you save it', emptyBody: 'Write what a person might say. You see at once who would get it, and why.',
    verdict: {
      wins: '{{name}} gets it.', other: '{{other}} gets it, not {{name}}.', supervisor: 'Small talk: {{other}} answers it.',
      open: 'Undecided: a model would choose.', nobody: 'No specialist fits.',
    },
    examples: {
      title: 'Its examples', run_one: 'Try {{count, number}} example', run_other: 'Try all {{count, number}} examples', again: 'Try again', stop: 'Stop',
      running: '{{done, number}} of {{total, number}}', result: '{{won, number}} of {{total, number}} reach it', stale: 'The agent has changed since.',
      tryThis: 'Try this one', wins: 'reaches it', loses: 'goes to {{name}}', nobody: 'reaches nobody', open: 'undecided', failed: 'could not be tried',
    },
  },
  {
    say: 'Di algo y mira la decisión', sayHint: 'Se decide con el agente tal como está aquí, guardado o no. No se ejecuta nada.',
    placeholder: '¿Cuándo podo mis rosales?', thisAgent: 'Este agente',
    invalid: 'Corrige antes los campos marcados; después podrás probarlo.',
    emptyTitle: 'Pruébalo antes de guardarlo', emptyBody: 'Escribe lo que diría una persona. Ves al momento quién lo recibiría y por qué.',
    verdict: {
      wins: 'Le llega a {{name}}.', other: 'Le llega a {{other}}, no a {{name}}.', supervisor: 'Es charla: responde {{other}}.',
      open: 'Sin decidir: elegiría un modelo.', nobody: 'No encaja ningún especialista.',
    },
    examples: {
      title: 'Sus ejemplos', run_one: 'Probar {{count, number}} ejemplo', run_other: 'Probar los {{count, number}} ejemplos', again: 'Probar otra vez', stop: 'Parar',
      running: '{{done, number}} de {{total, number}}', result: '{{won, number}} de {{total, number}} le llegan', stale: 'El agente ha cambiado desde entonces.',
      tryThis: 'Probar este', wins: 'le llega', loses: 'le llega a {{name}}', nobody: 'no le llega a nadie', open: 'sin decidir', failed: 'no se pudo probar',
    },
  },
)
