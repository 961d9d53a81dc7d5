import { texts } from '@/lib/text'

export const useMisrouteTexts = texts(
  'misroutes',
  {
    about: 'Messages of which somebody said that the wrong agent had them. Each report teaches the router, at once or with the next release; an edit of the rules helps with messages like it.',
    list: 'Reported messages', more: 'Show earlier reports',
    chosen: 'got it', correct: 'should have', nobody: 'Nobody', unknown: 'nobody said who',
    note: 'Note', open: 'See the decision', rerouted: 'See the new answer', withdraw: 'Take back',
    withdrawn: 'The report is taken back.',
    proposals: 'What would put it right', withThis: 'With this, {{agent}} gets the message:', show: 'See what would put it right', hide: 'Hide',
    looking: 'Trying edits on your past messages…',
    none: 'No edit of the rules would put this one right without more harm.',
    learned: 'The router has learned it: this message goes to {{agent}} now.',
    tryAgain: 'Try the message', say: 'Who should have got it?', saySaved: 'Noted: it is for {{agent}}.', sayChoose: 'Choose an agent…',
    sayHint: 'Proposals need to know where the message belongs.',
    empty: { title: 'No misroutes', body: 'When an answer comes from the wrong agent, say so with “Wrong agent” under it. It is asked anew at once, and the report comes here.', action: 'Go to the chat' },
  },
  {
    about: 'Mensajes de los que alguien dijo que los tuvo el agente equivocado. Cada aviso enseña al enrutador, al momento o con la siguiente versión; un cambio de las reglas ayuda con los que se le parecen.',
    list: 'Mensajes señalados', more: 'Mostrar avisos anteriores',
    chosen: 'lo tuvo', correct: 'debía tenerlo', nobody: 'Nadie', unknown: 'nadie dijo quién',
    note: 'Nota', open: 'Ver la decisión', rerouted: 'Ver la respuesta nueva', withdraw: 'Retirar',
    withdrawn: 'El aviso queda retirado.',
    proposals: 'Qué lo arreglaría', withThis: 'Con esto, el mensaje le llega a {{agent}}:', show: 'Ver qué lo arreglaría', hide: 'Ocultar',
    looking: 'Probando cambios con tus mensajes pasados…',
    none: 'Ningún cambio de las reglas lo arreglaría sin hacer más daño.',
    learned: 'El enrutador ya lo ha aprendido: este mensaje le llega ahora a {{agent}}.',
    tryAgain: 'Probar el mensaje', say: '¿A quién le tocaba?', saySaved: 'Anotado: es para {{agent}}.', sayChoose: 'Elige un agente…',
    sayHint: 'Para proponer algo hay que saber a quién le toca el mensaje.',
    empty: { title: 'No hay desvíos', body: 'Cuando conteste el agente equivocado, dilo con «Agente equivocado» bajo la respuesta. Se pregunta de nuevo al momento y el aviso llega aquí.', action: 'Ir al chat' },
  },
)
