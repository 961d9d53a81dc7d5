import { texts } from '@/lib/text'

export const useApprovalsPageTexts = texts(
  'approvals',
  {
    title: 'Approvals',
    about: 'Calls that are made only if you approve them.',
    waiting: 'Waiting for you',
    keys: 'Arrow keys go from one to the next.',
    more_one: '{{count}} more, older than these, waits too.',
    more_other: '{{count}} more, older than these, wait too.',
    none: { title: 'Nothing waits for you', body: 'When an agent wants to do something that needs your approval, it appears here and in its conversation.', action: 'Go to chat' },
    history: {
      title: 'Decided', filter: 'Outcome', tool: 'Tool', all: 'All', used: 'Approved', denied: 'Denied', expired: 'Expired', changed: 'Had changed', withdrawn: 'Not needed',
      none: 'Nothing has been decided yet.', noneSuch: 'There is none of these.', earlier: 'Load earlier ones',
      open: 'Show the call of {{tool}}', note: 'What you told the agent', asked: 'Asked', decided: 'Decided', notMade: 'approved, not made',
      conversation: 'Open the conversation',
    },
    grants: {
      title: 'Always allowed', about: 'These calls are made without asking.', none: 'You are asked about every call that needs approval.',
      revoke: 'Take back', revokeNamed: 'Take back: {{agent}} may call {{tool}}', since: 'since {{date}}', revoked: '{{agent}} has to ask before {{tool}} again.',
    },
  },
  {
    title: 'Aprobaciones',
    about: 'Llamadas que solo se hacen si tú las apruebas.',
    waiting: 'Te esperan',
    keys: 'Las flechas pasan de una a otra.',
    more_one: 'Espera {{count}} más, anterior a estas.',
    more_other: 'Esperan {{count}} más, anteriores a estas.',
    none: { title: 'Nada te espera', body: 'Cuando un agente quiera hacer algo que necesite tu permiso, aparecerá aquí y en su conversación.', action: 'Ir al chat' },
    history: {
      title: 'Decididas', filter: 'Resultado', tool: 'Herramienta', all: 'Todas', used: 'Aprobadas', denied: 'Denegadas', expired: 'Caducadas', changed: 'Había cambiado', withdrawn: 'Sin efecto',
      none: 'Todavía no se ha decidido nada.', noneSuch: 'No hay ninguna así.', earlier: 'Cargar anteriores',
      open: 'Mostrar la llamada de {{tool}}', note: 'Lo que le dijiste al agente', asked: 'Pedida', decided: 'Decidida', notMade: 'aprobada, no hecha',
      conversation: 'Abrir la conversación',
    },
    grants: {
      title: 'Permitido siempre', about: 'Estas llamadas se hacen sin preguntar.', none: 'Se pregunta por cada llamada que necesita tu permiso.',
      revoke: 'Retirar', revokeNamed: 'Retirar: {{agent}} puede usar {{tool}}', since: 'desde el {{date}}', revoked: '{{agent}} tendrá que volver a preguntar antes de usar {{tool}}.',
    },
  },
)
