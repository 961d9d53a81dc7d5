import { texts } from '@/lib/text'

/** What rooms, their mail and the flow of mails say. */
export const useRoomTexts = texts(
  'swarm-rooms',
  {
    notDone: 'That did not work. {{reason}}',
    rail: {
      title: 'Rooms', new: 'New group', search: 'Find a room', among: 'Among residents', none: 'You are in no room yet. Write to a resident, or make a group.',
      noneFound: 'No room is called that.', nothing: 'Nothing written yet', paused: 'paused', typing: 'somebody is at work here',
      unread_one: '{{count}} unread mail', unread_other: '{{count}} unread mails',
      mentions_one: '{{count}} of them is for you', mentions_other: '{{count}} of them are for you',
    },
    new: { title: 'New group', about: 'You are in it too. A mail wakes everybody in it, or only those whom it names with @.', name: 'Name', nameMissing: 'Give it a name.', members: 'Members', create: 'Create' },
    members: {
      title_one: '{{count}} member', title_other: '{{count}} members', inside: 'Members', search: 'Find a resident', nobody: 'Nobody is called that.', remove: 'Take {{name}} out',
      add: 'Add to the group', addThem_zero: 'Add', addThem_one: 'Add {{count}}', addThem_other: 'Add {{count}}',
    },
    room: {
      members_one: '{{count}} member', members_other: '{{count}} members', showMembers_one: 'Show the {{count}} member', showMembers_other: 'Show the {{count}} members',
      editMembers: 'Members', more: 'More about {{name}}', mind: 'Open the mind of {{name}}', rename: 'Rename', join: 'Join', leave: 'Leave', pause: 'Pause the room', resume: 'Resume', stop: 'Stop what goes on here',
      pausedChip: 'paused', pausedNote: 'This room is paused: mail is kept and wakes nobody.', swarmPaused: 'The swarm is paused: mail is kept and wakes nobody until it is resumed.',
      swarmStopped: 'The swarm is stopped: mail is kept and wakes nobody until it is resumed.',
      earlier: 'Earlier mail', latest: 'To the latest mail', newMails_one: '{{count}} new mail', newMails_other: '{{count}} new mails', unreadLine_one: '{{count}} new', unreadLine_other: '{{count}} new',
      today: 'Today', yesterday: 'Yesterday', empty: 'Nothing written yet', emptyBody: 'Write the first mail below; its recipients wake up.', emptyOthers: 'These residents have not written to one another yet.',
      gone: 'There is no such room', goneBody: 'It may belong to another swarm, or the address is mistyped.', firstMail: '{{name}} sleeps until somebody writes. Say what you need.', announced: 'New mail from {{name}}',
    },
    mail: {
      label: '{{name}}, {{time}}', forThem: 'you, for {{name}}', reply: 'Answer this mail', copy: 'Copy the text', showAll: 'Show all', showLess: 'Show less', toQuoted: 'To the mail that it answers',
      mentionsYou: 'names you', expects: 'expects an answer', tainted: 'built on text from outside',
      taintedAbout: 'Its author had read text from strangers: a web page, a file, a tool of others. Check it before you rely on it.',
      trouble: '{{name}} could not read this and tries again: {{reason}}',
    },
    reach: { nobody: 'nobody was here to read it', unread: 'delivered', some: 'read by {{read}} of {{of}}', reading: '{{names}} is reading', read: 'read', dead: 'not read' },
    dead: {
      sentence_one: '{{name}} gave up reading this after {{count}} attempt.', sentence_other: '{{name}} gave up reading this after {{count}} attempts.',
      again: 'Deliver again', againTo: 'Deliver again to {{name}}', done: 'On its way to {{name}} again.',
    },
    about: {
      label: 'About this mail', number: 'mail {{n}}', recipients: 'Recipients', status: { unread: 'unread', claimed: 'reading', read: 'read', dead: 'given up' },
      tokens: 'Tokens to read and answer it', split: '{{input}} read, {{output}} written', cost: 'Cost', nothing: 'none', causes: 'What led to this', turn: 'The turn that wrote it',
    },
    causes: { title: 'What led to this', about: 'Each mail made its reader write the next one.', first: 'It began with this mail; nothing came of it yet.' },
    typing: {
      thinking: '{{name}} is thinking…', calling: '{{name}} calls {{tool}}…', waiting: '{{name}} waits for your approval', retrying: '{{name}} tries again soon',
      several: '{{names}} are at work…', many: '{{count}} residents are at work…',
    },
    outgoing: { label: 'Your mail, not sent yet', sending: 'sending…', failed: 'Not sent. {{reason}}', again: 'Send again', edit: 'Change', discard: 'Discard' },
    composer: {
      label: 'Write to {{title}}', prompt: 'Write to {{title}}… @ names somebody', promptFor: 'Write for {{name}}…', send: 'Send', mentions: 'Members to name',
      asYou: 'Write as yourself', self: 'as yourself', asMember: 'Answer for {{name}}', forMember: 'for {{name}}', replyTo: 'Answer to {{name}}:', noReply: 'Answer no mail in particular',
      tooLong: 'This is {{over}} characters too long; {{most}} fit into a mail.', length: '{{now}} of {{most}} characters',
    },
    search: {
      title: 'Mail', label: 'Search all mail', member: 'Whose mail', everybody: 'Everybody', dead: 'Dead letters', results: 'Mail found',
      empty: 'No mail yet', emptyBody: 'What you and the residents write to one another can be found here.', none: 'Nothing found', noneBody: 'No mail has these words.', noneMember: 'No mail fits.', clear: 'Clear search and filters',
      noDead: 'No dead letters', noDeadBody: 'Mail that a resident could not read after five attempts would wait here for you.', earlier: 'Earlier mail', to: 'to {{names}}', more: '{{names}} and {{n}} more',
    },
    flow: {
      title: 'Who writes to whom', empty: 'No mail has flowed yet', emptyBody: 'As soon as somebody writes, lines between members show who writes to whom.',
      deliveries_one: '{{n}} delivery', deliveries_other: '{{n}} deliveries', edge_one: '{{from}} → {{to}}: {{n}} mail', edge_other: '{{from}} → {{to}}: {{n}} mails', node_one: '{{name}}, {{n}} delivery', node_other: '{{name}}, {{n}} deliveries',
      quiet: '{{name}}, no mail', from: 'From', to: 'To', count: 'Mails', showMails: 'Show the mails from {{from}} to {{to}}:', picture: 'Members and the mails between them', none: 'Nobody wrote in this time.',
      strip: 'Mails over time', begin: 'Beginning of the time shown', end: 'End of the time shown', play: 'Play', pause: 'Pause', whole: 'All the time', now: 'now',
      between: '{{a}} and {{b}}', betweenNone: 'They wrote nothing to one another in this time.',
      bar_one: '{{from}}: {{n}} delivery', bar_other: '{{from}}: {{n}} deliveries', busiest: 'Busiest', all: 'Show all {{n}}', less: 'Show fewer',
    },
  },
  {
    notDone: 'No ha funcionado. {{reason}}',
    rail: {
      title: 'Salas', new: 'Grupo nuevo', search: 'Buscar una sala', among: 'Entre residentes', none: 'Aún no estás en ninguna sala. Escribe a un residente o crea un grupo.',
      noneFound: 'Ninguna sala se llama así.', nothing: 'Nada escrito todavía', paused: 'en pausa', typing: 'alguien está trabajando aquí',
      unread_one: '{{count}} correo sin leer', unread_other: '{{count}} correos sin leer',
      mentions_one: '{{count}} es para ti', mentions_other: '{{count}} son para ti',
    },
    new: { title: 'Grupo nuevo', about: 'Tú también estás en él. Un correo despierta a todos, o solo a quienes nombre con @.', name: 'Nombre', nameMissing: 'Ponle un nombre.', members: 'Miembros', create: 'Crear' },
    members: {
      title_one: '{{count}} miembro', title_other: '{{count}} miembros', inside: 'Miembros', search: 'Buscar un residente', nobody: 'Nadie se llama así.', remove: 'Sacar a {{name}}',
      add: 'Añadir al grupo', addThem_zero: 'Añadir', addThem_one: 'Añadir {{count}}', addThem_other: 'Añadir {{count}}',
    },
    room: {
      members_one: '{{count}} miembro', members_other: '{{count}} miembros', showMembers_one: 'Ver al único miembro', showMembers_other: 'Ver a los {{count}} miembros',
      editMembers: 'Miembros', more: 'Más sobre {{name}}', mind: 'Abrir la mente de {{name}}', rename: 'Cambiar el nombre', join: 'Unirse', leave: 'Salir', pause: 'Pausar la sala', resume: 'Reanudar', stop: 'Detener lo que pasa aquí',
      pausedChip: 'en pausa', pausedNote: 'Esta sala está en pausa: los correos se guardan y no despiertan a nadie.', swarmPaused: 'El enjambre está en pausa: los correos se guardan y no despiertan a nadie hasta que lo reanudes.',
      swarmStopped: 'El enjambre está detenido: los correos se guardan y no despiertan a nadie hasta que lo reanudes.',
      earlier: 'Correos anteriores', latest: 'Al último correo', newMails_one: '{{count}} correo nuevo', newMails_other: '{{count}} correos nuevos', unreadLine_one: '{{count}} nuevo', unreadLine_other: '{{count}} nuevos',
      today: 'Hoy', yesterday: 'Ayer', empty: 'Nada escrito todavía', emptyBody: 'Escribe abajo el primer correo; quien lo reciba se despertará.', emptyOthers: 'Estos residentes aún no se han escrito.',
      gone: 'Esa sala no existe', goneBody: 'Puede ser de otro enjambre, o la dirección está mal escrita.', firstMail: '{{name}} duerme hasta que alguien le escriba. Dile qué necesitas.', announced: 'Correo nuevo de {{name}}',
    },
    mail: {
      label: '{{name}}, {{time}}', forThem: 'tú, por {{name}}', reply: 'Responder a este correo', copy: 'Copiar el texto', showAll: 'Ver todo', showLess: 'Ver menos', toQuoted: 'Al correo al que responde',
      mentionsYou: 'te nombra', expects: 'espera respuesta', tainted: 'se apoya en texto de fuera',
      taintedAbout: 'Quien escribió esto había leído lo que escribieron desconocidos: una página web, un archivo, una herramienta ajena. Compruébalo antes de fiarte.',
      trouble: '{{name}} no ha podido leerlo y lo vuelve a intentar: {{reason}}',
    },
    reach: { nobody: 'no había nadie para leerlo', unread: 'entregado', some: 'leído por {{read}} de {{of}}', reading: 'lo lee {{names}}', read: 'leído', dead: 'sin leer' },
    dead: {
      sentence_one: '{{name}} dejó de intentar leerlo tras {{count}} intento.', sentence_other: '{{name}} dejó de intentar leerlo tras {{count}} intentos.',
      again: 'Entregar de nuevo', againTo: 'Entregar de nuevo a {{name}}', done: 'Va otra vez de camino a {{name}}.',
    },
    about: {
      label: 'Sobre este correo', number: 'correo {{n}}', recipients: 'Destinatarios', status: { unread: 'sin leer', claimed: 'leyendo', read: 'leído', dead: 'abandonado' },
      tokens: 'Tokens para leerlo y responder', split: '{{input}} leídos, {{output}} escritos', cost: 'Coste', nothing: 'nada', causes: 'Qué llevó a esto', turn: 'El turno que lo escribió',
    },
    causes: { title: 'Qué llevó a esto', about: 'Cada correo hizo que quien lo leyó escribiera el siguiente.', first: 'Empezó con este correo; aún no ha salido nada de él.' },
    typing: {
      thinking: '{{name}} está pensando…', calling: '{{name}} usa {{tool}}…', waiting: '{{name}} espera tu permiso', retrying: '{{name}} lo volverá a intentar',
      several: '{{names}} están trabajando…', many: '{{count}} residentes están trabajando…',
    },
    outgoing: { label: 'Tu correo, aún sin enviar', sending: 'enviando…', failed: 'No enviado. {{reason}}', again: 'Enviar de nuevo', edit: 'Cambiar', discard: 'Descartar' },
    composer: {
      label: 'Escribir a {{title}}', prompt: 'Escribe a {{title}}… @ nombra a alguien', promptFor: 'Escribe por {{name}}…', send: 'Enviar', mentions: 'Miembros a los que nombrar',
      asYou: 'Escribir como tú', self: 'como tú', asMember: 'Responder por {{name}}', forMember: 'por {{name}}', replyTo: 'Respuesta a {{name}}:', noReply: 'No responder a ningún correo en particular',
      tooLong: 'Sobran {{over}} caracteres; en un correo caben {{most}}.', length: '{{now}} de {{most}} caracteres',
    },
    search: {
      title: 'Correo', label: 'Buscar en todo el correo', member: 'De quién', everybody: 'De todos', dead: 'Sin entregar', results: 'Correos encontrados',
      empty: 'Aún no hay correo', emptyBody: 'Aquí se encuentra todo lo que os escribís los residentes y tú.', none: 'No hay nada', noneBody: 'Ningún correo tiene esas palabras.', noneMember: 'Ningún correo encaja.', clear: 'Quitar búsqueda y filtros',
      noDead: 'Se ha entregado todo', noDeadBody: 'Aquí te esperaría el correo que un residente no hubiera podido leer tras cinco intentos.', earlier: 'Correos anteriores', to: 'a {{names}}', more: '{{names}} y {{n}} más',
    },
    flow: {
      title: 'Quién escribe a quién', empty: 'Aún no ha circulado correo', emptyBody: 'En cuanto alguien escriba, las líneas entre los miembros mostrarán quién escribe a quién.',
      deliveries_one: '{{n}} entrega', deliveries_other: '{{n}} entregas', edge_one: '{{from}} → {{to}}: {{n}} correo', edge_other: '{{from}} → {{to}}: {{n}} correos', node_one: '{{name}}, {{n}} entrega', node_other: '{{name}}, {{n}} entregas',
      quiet: '{{name}}, sin correo', from: 'De', to: 'A', count: 'Correos', showMails: 'Ver los correos de {{from}} a {{to}}:', picture: 'Los miembros y los correos entre ellos', none: 'Nadie escribió en este tiempo.',
      strip: 'Correos a lo largo del tiempo', begin: 'Comienzo del tiempo mostrado', end: 'Fin del tiempo mostrado', play: 'Reproducir', pause: 'Pausar', whole: 'Todo el tiempo', now: 'ahora',
      between: '{{a}} y {{b}}', betweenNone: 'No se escribieron nada en este tiempo.',
      bar_one: '{{from}}: {{n}} entrega', bar_other: '{{from}}: {{n}} entregas', busiest: 'Los más activos', all: 'Ver los {{n}}', less: 'Ver menos',
    },
  },
)
