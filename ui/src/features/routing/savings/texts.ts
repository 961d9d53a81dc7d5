import { texts } from '@/lib/text'

export const useSavingsTexts = texts(
  'routing-savings',
  {
    none: 'No message has been routed yet', noneBody: 'Once messages come in, you see here how many of them only a model could route, and rules that would have spared those calls.', ask: 'Ask something',
    rules_one: 'of the last {{count, number}} message was decided by rules, in microseconds and for nothing', rules_other: 'of the last {{count, number}} messages were decided by rules, in microseconds and for nothing',
    model: 'needed a model to be decided: {{calls}}', calls_one: '{{count, number}} model call', calls_other: '{{count, number}} model calls',
    bar: '{{rules}} by rules, {{model}} by a model',
    proposals: 'Rules that would have saved calls', proposalsAbout: 'Made from what models decided lately. Each is tried on past messages before you publish it.',
    spared: 'Nothing to save', sparedBody: 'Rules settled every recent message; no model was asked where one goes.',
    noProposals: 'No rule stands out yet', noProposalsBody: 'The messages that models settled have too little in common to make a rule of.',
    traffic: 'Where messages went in the last {{days}} days', trafficAbout: 'From the stage that decided to the agent that got them.', stage: 'Decided by', agent: 'Agent', messages: 'Messages',
    band_one: '{{stage}} gave {{count, number}} message to {{agent}}', band_other: '{{stage}} gave {{count, number}} messages to {{agent}}',
  },
  {
    none: 'Aún no se ha enrutado ningún mensaje', noneBody: 'Cuando lleguen mensajes, aquí verás cuántos solo pudo enrutar un modelo, y reglas que habrían ahorrado esas llamadas.', ask: 'Preguntar algo',
    rules_one: 'del último mensaje se decidió con reglas, en microsegundos y gratis', rules_other: 'de los últimos {{count, number}} mensajes se decidieron con reglas, en microsegundos y gratis',
    model: 'necesitaron un modelo: {{calls}}', calls_one: '{{count, number}} llamada a un modelo', calls_other: '{{count, number}} llamadas a modelos',
    bar: '{{rules}} con reglas, {{model}} con un modelo',
    proposals: 'Reglas que habrían ahorrado llamadas', proposalsAbout: 'Salen de lo que los modelos decidieron hace poco. Cada una se prueba con mensajes anteriores antes de que la publiques.',
    spared: 'Nada que ahorrar', sparedBody: 'Las reglas resolvieron todos los mensajes recientes; no se preguntó a ningún modelo adónde iban.',
    noProposals: 'Aún no destaca ninguna regla', noProposalsBody: 'Los mensajes que resolvieron los modelos tienen demasiado poco en común para hacer una regla.',
    traffic: 'Adónde fueron los mensajes en los últimos {{days}} días', trafficAbout: 'De la etapa que decidió al agente que los recibió.', stage: 'Lo decidió', agent: 'Agente', messages: 'Mensajes',
    band_one: '{{stage}} le dio {{count, number}} mensaje a {{agent}}', band_other: '{{stage}} le dio {{count, number}} mensajes a {{agent}}',
  },
)
