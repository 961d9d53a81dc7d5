import { texts } from '@/lib/text'

export const useGoldenTexts = texts(
  'golden',
  {
    about: 'A golden case is a message whose agent is certain. A release that would send one elsewhere is not published unless you say why.',
    add: 'Add a case', import: 'Import', export: 'Export', exportJsonl: 'JSON lines', exportCsv: 'CSV, for spreadsheets', run: 'Run all', running: 'Running…',
    filter: 'Which cases', all: 'All', failing: 'Failing',
    count_one: '{{count, number}} case', count_other: '{{count, number}} cases',
    columns: { message: 'Message', agent: 'Must go to', state: 'Now', actions: 'Actions' },
    list: 'Golden cases',
    passes: 'right', fails: 'goes to {{agent}}', unknown: 'not run yet',
    nobody: 'Nobody', followUp: 'after {{agent}}', more: 'Show more cases',
    source: { person: 'written by you', decision: 'pinned from a decision', import: 'imported' },
    openDecision: 'See the decision', why: 'See why',
    edit: 'Edit', remove: 'Delete', actions: 'Actions for “{{text}}”', deleted: 'The golden case is deleted.',
    pin: {
      do: 'This is right', is: 'Pinned as right', done: 'Pinned: this message must go to {{agent}} from now on.', nobody: 'Pinned: nobody must get this message from now on.', undone: 'The golden case is taken back.',
    },
    empty: {
      title: 'No golden cases yet', body: 'Pin messages whose agent you are sure of: with “This was right” under an answer, by hand, or from a file. From then on no change of routing can break one unnoticed.',
    },
    noneFailing: { title: 'Every case is right', body: 'All golden cases go where they must.', action: 'Show all cases' },
    result: {
      right_one: 'It goes where it must.', right_other: 'All {{count, number}} cases go where they must.',
      wrong: '{{failed}} of {{total}} cases go elsewhere.', none: 'There are no cases to run.', when: 'Decided with what decides now.', close: 'Hide the result',
    },
    form: {
      addTitle: 'Add a golden case', editTitle: 'Edit the golden case', text: 'Message', textHint: 'As a person would write it.',
      agent: 'Must go to', agentChoose: 'Choose an agent…', agentNeeded: 'Choose who must get it.', nobodyHint: 'Nobody: routing must leave it alone.', last: 'Asked after', lastHint: 'For follow-ups: who answered before in the thread.', lastNone: 'Nobody: it begins the thread',
      note: 'Note', noteHint: 'Why it matters. Optional.', needed: 'Write the message.', save: 'Save', saved: 'The golden case is saved.', added: 'The golden case is added.',
    },
    importing: {
      title: 'Import golden cases', about: 'A CSV file with the columns text, agent and last_agent, or JSON lines with the same fields. Without an agent, nobody must get the message.',
      do: 'Import', again: 'Import more', close: 'Done',
      added_one: '{{count, number}} case added.', added_other: '{{count, number}} cases added.',
      replaced_one: '{{count, number}} case was there and has its new agent.', replaced_other: '{{count, number}} cases were there and have their new agent.',
      nothing: 'Nothing was imported.',
    },
  },
  {
    about: 'Un caso fijado es un mensaje cuyo agente está claro. Una versión que lo mandaría a otro no se publica si no dices por qué.',
    add: 'Añadir un caso', import: 'Importar', export: 'Exportar', exportJsonl: 'Líneas JSON', exportCsv: 'CSV, para hojas de cálculo', run: 'Comprobar todos', running: 'Comprobando…',
    filter: 'Qué casos', all: 'Todos', failing: 'Fallan',
    count_one: '{{count, number}} caso', count_other: '{{count, number}} casos',
    columns: { message: 'Mensaje', agent: 'Debe ir a', state: 'Ahora', actions: 'Acciones' },
    list: 'Casos fijados',
    passes: 'bien', fails: 'va a {{agent}}', unknown: 'sin comprobar',
    nobody: 'Nadie', followUp: 'después de {{agent}}', more: 'Mostrar más casos',
    source: { person: 'escrito por ti', decision: 'fijado desde una decisión', import: 'importado' },
    openDecision: 'Ver la decisión', why: 'Ver por qué',
    edit: 'Editar', remove: 'Eliminar', actions: 'Acciones para «{{text}}»', deleted: 'El caso fijado se ha eliminado.',
    pin: {
      do: 'Esto está bien', is: 'Fijado como correcto', done: 'Fijado: desde ahora este mensaje debe ir a {{agent}}.', nobody: 'Fijado: desde ahora este mensaje no debe llegarle a nadie.', undone: 'El caso fijado se ha retirado.',
    },
    empty: {
      title: 'Aún no hay casos fijados', body: 'Fija mensajes de cuyo agente estés seguro: con «Esto estaba bien» bajo una respuesta, a mano o desde un archivo. Desde entonces ningún cambio del enrutamiento puede romperlos sin que te enteres.',
    },
    noneFailing: { title: 'Todos los casos están bien', body: 'Todos los casos fijados van adonde deben.', action: 'Ver todos los casos' },
    result: {
      right_one: 'Va adonde debe.', right_other: 'Los {{count, number}} casos van adonde deben.',
      wrong: '{{failed}} de {{total}} casos van a otro agente.', none: 'No hay casos que comprobar.', when: 'Decidido con lo que decide ahora.', close: 'Ocultar el resultado',
    },
    form: {
      addTitle: 'Añadir un caso fijado', editTitle: 'Editar el caso fijado', text: 'Mensaje', textHint: 'Como lo escribiría una persona.',
      agent: 'Debe ir a', agentChoose: 'Elige un agente…', agentNeeded: 'Elige a quién debe llegar.', nobodyHint: 'Nadie: el enrutamiento no debe dárselo a nadie.', last: 'Preguntado después de', lastHint: 'Para continuaciones: quién contestó antes en la conversación.', lastNone: 'Nadie: empieza la conversación',
      note: 'Nota', noteHint: 'Por qué importa. Opcional.', needed: 'Escribe el mensaje.', save: 'Guardar', saved: 'El caso fijado se ha guardado.', added: 'El caso fijado se ha añadido.',
    },
    importing: {
      title: 'Importar casos fijados', about: 'Un archivo CSV con las columnas text, agent y last_agent, o líneas JSON con los mismos campos. Sin agente, el mensaje no debe llegarle a nadie.',
      do: 'Importar', again: 'Importar más', close: 'Listo',
      added_one: 'Se ha añadido {{count, number}} caso.', added_other: 'Se han añadido {{count, number}} casos.',
      replaced_one: '{{count, number}} caso ya estaba y tiene su nuevo agente.', replaced_other: '{{count, number}} casos ya estaban y tienen su nuevo agente.',
      nothing: 'No se ha importado nada.',
    },
  },
)
