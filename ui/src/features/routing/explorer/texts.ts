import { texts } from '@/lib/text'

export const useExplorerTexts = texts(
  'routing-explorer',
  {
    box: {
      label: 'A message', placeholder: 'What would somebody say?', hint: 'Decided as you type. Nothing is run, no model is asked.',
      last: 'Answered last in the thread', fresh: 'Nobody: a new thread', clear: 'Clear', try: 'For example',
    },
    past: {
      title: 'Past decisions', who: 'Agent', everyone: 'All agents', more: 'Show older ones', none: 'No decision yet', noneOf: 'No decision for {{name}} yet',
      noneBody: 'Every message that the router decides is kept here with its reasons.', ask: 'Ask something', back: 'All decisions',
    },
    empty: { title: 'See where a message goes, and why', body: 'Write what somebody might say, or choose a past decision.' },
    decision: 'Decision', live: 'With the rules of now', stored: 'Decided {{ago}}',
    certainty: '{{share}} confidence', took: '{{time}}, no model asked',
    tookModel_one: '{{time}}, {{count, number}} model call', tookModel_other: '{{time}}, {{count, number}} model calls',
    canary: 'On trial: a candidate release decided',
    today: { same: 'It would be decided the same now.', other: 'Now it would go to {{agent}}.', nobody: 'Now nobody would get it.', open: 'Now a model would be asked.', try: 'Try it now' },
    more: 'Everything else about it',
    whyNot: {
      title: 'Should somebody else get it?', about: 'Choose who, and see the smallest change after which they do.', agent: 'Ask why not', choose: 'Choose an agent…',
      working: 'Looking for the smallest change…', already: '{{agent}} gets it already.', impossible: 'No change of tags, keywords or examples can do it',
      smallest: 'The smallest change', smallest_one: 'The smallest change', smallest_other: 'The smallest change: {{count, number}} edits together',
      proven: 'Proven', provenAbout: 'The message was decided again with this change, and {{agent}} got it.',
      before: 'Now', after: 'After', nobody: 'nobody', option: 'Change {{number}}', options: 'Changes of the same size',
      make: 'Make it a candidate release', makeAbout: 'Nothing changes yet: you see what it does to past messages before you publish it.',
      reason: '{{agent}} should get “{{message}}”', close: 'Close',
    },
  },
  {
    box: {
      label: 'Un mensaje', placeholder: '¿Qué diría alguien?', hint: 'Se decide mientras escribes. No se ejecuta nada ni se pregunta a ningún modelo.',
      last: 'Quién respondió antes en el hilo', fresh: 'Nadie: es un hilo nuevo', clear: 'Borrar', try: 'Por ejemplo',
    },
    past: {
      title: 'Anteriores', who: 'Agente', everyone: 'Todos los agentes', more: 'Ver anteriores', none: 'Aún no hay decisiones', noneOf: 'Aún no hay decisiones para {{name}}',
      noneBody: 'Cada mensaje que decide el enrutador queda aquí con sus motivos.', ask: 'Preguntar algo', back: 'Todas las decisiones',
    },
    empty: { title: 'Mira adónde va un mensaje, y por qué', body: 'Escribe lo que diría alguien o elige una decisión anterior.' },
    decision: 'Decisión', live: 'Con las reglas de ahora', stored: 'Se decidió {{ago}}',
    certainty: '{{share}} de confianza', took: '{{time}}, sin preguntar a un modelo',
    tookModel_one: '{{time}}, {{count, number}} llamada a un modelo', tookModel_other: '{{time}}, {{count, number}} llamadas a modelos',
    canary: 'A prueba: decidió una versión candidata',
    today: { same: 'Ahora se decidiría igual.', other: 'Ahora le tocaría a {{agent}}.', nobody: 'Ahora no le tocaría a nadie.', open: 'Ahora se preguntaría a un modelo.', try: 'Probarlo ahora' },
    more: 'Todo lo demás',
    whyNot: {
      title: '¿Debería tocarle a otro?', about: 'Elige a quién y verás el cambio más pequeño con el que le llega.', agent: 'Preguntar por qué no', choose: 'Elige un agente…',
      working: 'Buscando el cambio más pequeño…', already: 'Ya le toca a {{agent}}.', impossible: 'No hay cambio de etiquetas, palabras clave o ejemplos que lo consiga',
      smallest: 'El cambio más pequeño', smallest_one: 'El cambio más pequeño', smallest_other: 'El cambio más pequeño: {{count, number}} retoques a la vez',
      proven: 'Demostrado', provenAbout: 'El mensaje se decidió otra vez con este cambio y le tocó a {{agent}}.',
      before: 'Ahora', after: 'Después', nobody: 'nadie', option: 'Cambio {{number}}', options: 'Cambios igual de pequeños',
      make: 'Convertir en versión candidata', makeAbout: 'Aún no cambia nada: antes de publicarla ves qué hace con los mensajes anteriores.',
      reason: '«{{message}}» debería llegarle a {{agent}}', close: 'Cerrar',
    },
  },
)
