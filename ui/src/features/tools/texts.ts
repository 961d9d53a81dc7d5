import { texts } from '@/lib/text'

export const useToolTexts = texts(
  'tools',
  {
    title: 'Tools',
    tabs: { label: 'Kinds of equipment', tools: 'Tools', servers: 'MCP servers', credentials: 'Credentials' },
    about: {
      tools: 'What agents can do besides talking, and who may do it.',
      servers: 'Programs and addresses that bring tools of their own.',
      credentials: 'Secrets that tools use in your name. Nobody reads them again, not even you.',
    },
    search: 'Search tools',
    count_one: '{{count, number}} tool', count_other: '{{count, number}} tools',
    countOf: '{{shown, number}} of {{total, number}} tools',
    list: 'Tools: {{group}}',
    groups: {
      builtin: 'Ships with Bailiwick', 'helper-agent': 'Helpers', swarm: 'Swarm', plugin: 'Plug-ins', server: 'MCP server {{name}}', other: '{{name}}',
    },
    groupsAbout: {
      builtin: '', 'helper-agent': 'Agents that another agent calls like a tool.', swarm: '', plugin: '', server: '', other: '',
    },
    hints: { reads: 'reads', changes: 'changes', destroys: 'may destroy', outside: 'reaches outside', asks: 'asks first' },
    hintsAbout: {
      reads: 'It changes nothing.', changes: 'It changes something.', destroys: 'It may remove or overwrite something.',
      outside: 'It reaches beyond this installation: strangers write what it returns.', asks: 'You are asked before each call.',
    },
    agents: 'Used by {{names}}', noAgents: 'no agent', noAgentsAbout: 'No agent may use it. Add its name to an agent’s tools.',
    open: 'Details of {{name}}',
    missing: {
      title_one: '{{count, number}} tool cannot be used now', title_other: '{{count, number}} tools cannot be used now',
      about: 'Agents that want them work without them.', servers: 'See MCP servers',
      all: 'Show all', fewer: 'Show fewer',
    },
    empty: { title: 'No tools', body: 'Nothing that is installed brings tools.', none: 'No tool matches', noneBody: 'Search for other words.', clear: 'Clear search' },
    gone: { title: 'There is no such tool', body: 'It may belong to a server that is not connected, or have another name now.', back: 'See all tools' },
    detail: {
      panel: 'Tool', usedBy: 'Who may use it', limits: 'Limits', arguments: 'Arguments', noArguments: 'It takes none.', schema: 'JSON schema',
      timeout: 'Given up after {{time}}.', perMinute_one: 'At most {{count, number}} call a minute.', perMinute_other: 'At most {{count, number}} calls a minute.',
      final: 'A call of it ends the agent’s work; its result is the answer.', repeatable: 'Repeating a call does no harm.',
      required: 'required', optional: 'optional', default: 'else {{value}}', oneOf: 'one of {{values}}', nullable: 'or nothing',
      kind: { text: 'text', number: 'number', integer: 'whole number', boolean: 'yes or no', choice: 'choice', array: 'list', object: 'object', any: 'JSON' },
      from: 'Description by the server; a stranger wrote it.',
    },
    try: {
      title: 'Try it', about: 'It runs once, as you and with your rights.', run: 'Run', again: 'Run again', running: 'Running…',
      helper: 'A helper works for another agent. Ask that agent, and watch the helper in the chat.', ask: 'Ask in the chat',
      warn: 'This really happens: it changes what it changes when an agent calls it.',
      warnDestroys: 'This really happens: it may remove or overwrite something for good.',
      sure: 'I want to run it anyway',
      json: 'Arguments as JSON', empty: 'empty', notGiven: 'not given', notGivenDefault: 'not given: {{value}}', yes: 'yes', no: 'no',
      result: 'Result', failed: 'It failed', took: 'in {{time}}', nothing: 'It returned nothing.', copy: 'Copy the result',
      cut: 'The first {{shown}} of {{total}} characters. Copying takes all.', kind: 'Kind of failure: {{kind}}',
      kinds: {
        network: 'network', model: 'model', validation: 'arguments', authentication: 'credential', rate_limit: 'too many calls', timeout: 'too slow',
        tool: 'tool', budget: 'limit reached', cancelled: 'stopped', other: '{{kind}}',
      },
      problem: {
        required: 'Write something.', number: 'Write a number.', whole: 'Write a whole number.', atLeast: 'At least {{value, number}}.', atMost: 'At most {{value, number}}.',
        longer: 'At least {{value, number}} characters.', shorter: 'At most {{value, number}} characters.', json: 'This is not JSON: {{value}}', array: 'Write a list: […].', object: 'Write an object: {…}.',
      },
    },
  },
  {
    title: 'Herramientas',
    tabs: { label: 'Clases de equipamiento', tools: 'Herramientas', servers: 'Servidores MCP', credentials: 'Credenciales' },
    about: {
      tools: 'Lo que los agentes saben hacer además de hablar, y quién puede hacerlo.',
      servers: 'Programas y direcciones que traen sus propias herramientas.',
      credentials: 'Secretos que las herramientas usan en tu nombre. Nadie los vuelve a leer, ni siquiera tú.',
    },
    search: 'Buscar herramientas',
    count_one: '{{count, number}} herramienta', count_other: '{{count, number}} herramientas',
    countOf: '{{shown, number}} de {{total, number}} herramientas',
    list: 'Herramientas: {{group}}',
    groups: {
      builtin: 'Vienen con Bailiwick', 'helper-agent': 'Ayudantes', swarm: 'Enjambre', plugin: 'Complementos', server: 'Servidor MCP {{name}}', other: '{{name}}',
    },
    groupsAbout: {
      builtin: '', 'helper-agent': 'Agentes a los que otro agente llama como a una herramienta.', swarm: '', plugin: '', server: '', other: '',
    },
    hints: { reads: 'lee', changes: 'cambia cosas', destroys: 'puede destruir', outside: 'sale fuera', asks: 'pregunta antes' },
    hintsAbout: {
      reads: 'No cambia nada.', changes: 'Cambia algo.', destroys: 'Puede quitar o sobrescribir algo.',
      outside: 'Sale de esta instalación: lo que devuelve lo escriben extraños.', asks: 'Se te pregunta antes de cada llamada.',
    },
    agents: 'La usan: {{names}}', noAgents: 'ningún agente', noAgentsAbout: 'Ningún agente puede usarla. Añade su nombre a las herramientas de un agente.',
    open: 'Detalles de {{name}}',
    missing: {
      title_one: '{{count, number}} herramienta no se puede usar ahora', title_other: '{{count, number}} herramientas no se pueden usar ahora',
      about: 'Los agentes que las quieren trabajan sin ellas.', servers: 'Ver servidores MCP',
      all: 'Mostrar todas', fewer: 'Mostrar menos',
    },
    empty: { title: 'No hay herramientas', body: 'Nada de lo instalado trae herramientas.', none: 'Ninguna herramienta coincide', noneBody: 'Busca otras palabras.', clear: 'Limpiar búsqueda' },
    gone: { title: 'Esa herramienta no existe', body: 'Puede ser de un servidor sin conexión, o llamarse ahora de otra forma.', back: 'Ver todas las herramientas' },
    detail: {
      panel: 'Herramienta', usedBy: 'Quién puede usarla', limits: 'Límites', arguments: 'Argumentos', noArguments: 'No toma ninguno.', schema: 'Esquema JSON',
      timeout: 'Se abandona a los {{time}}.', perMinute_one: 'Como mucho, {{count, number}} llamada por minuto.', perMinute_other: 'Como mucho, {{count, number}} llamadas por minuto.',
      final: 'Al llamarla, el agente termina; lo que devuelve es la respuesta.', repeatable: 'Repetir una llamada no hace daño.',
      required: 'obligatorio', optional: 'opcional', default: 'si falta, {{value}}', oneOf: 'uno de {{values}}', nullable: 'o nada',
      kind: { text: 'texto', number: 'número', integer: 'número entero', boolean: 'sí o no', choice: 'elección', array: 'lista', object: 'objeto', any: 'JSON' },
      from: 'Descripción del servidor; la escribió un extraño.',
    },
    try: {
      title: 'Pruébala', about: 'Se ejecuta una vez, en tu nombre y con tus permisos.', run: 'Ejecutar', again: 'Ejecutar otra vez', running: 'Ejecutando…',
      helper: 'Un ayudante trabaja para otro agente. Pregunta a ese agente y mira al ayudante en el chat.', ask: 'Preguntar en el chat',
      warn: 'Esto ocurre de verdad: cambia lo mismo que cuando la llama un agente.',
      warnDestroys: 'Esto ocurre de verdad: puede quitar o sobrescribir algo para siempre.',
      sure: 'Quiero ejecutarla de todos modos',
      json: 'Argumentos como JSON', empty: 'vacío', notGiven: 'sin indicar', notGivenDefault: 'sin indicar: {{value}}', yes: 'sí', no: 'no',
      result: 'Resultado', failed: 'Ha fallado', took: 'en {{time}}', nothing: 'No ha devuelto nada.', copy: 'Copiar el resultado',
      cut: 'Los primeros {{shown}} de {{total}} caracteres. Al copiar se llevan todos.', kind: 'Clase de fallo: {{kind}}',
      kinds: {
        network: 'red', model: 'modelo', validation: 'argumentos', authentication: 'credencial', rate_limit: 'demasiadas llamadas', timeout: 'demasiado lenta',
        tool: 'herramienta', budget: 'límite alcanzado', cancelled: 'detenida', other: '{{kind}}',
      },
      problem: {
        required: 'Escribe algo.', number: 'Escribe un número.', whole: 'Escribe un número entero.', atLeast: 'Como mínimo, {{value, number}}.', atMost: 'Como máximo, {{value, number}}.',
        longer: 'Al menos {{value, number}} caracteres.', shorter: 'Como mucho, {{value, number}} caracteres.', json: 'Esto no es JSON: {{value}}', array: 'Escribe una lista: […].', object: 'Escribe un objeto: {…}.',
      },
    },
  },
)
