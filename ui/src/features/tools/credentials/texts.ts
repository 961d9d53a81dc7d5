import { texts } from '@/lib/text'

export const useCredentialTexts = texts(
  'credentials',
  {
    list: 'Credentials', add: 'Add a credential',
    empty: { title: 'No credentials yet', body: 'A credential is a key or password that a tool uses for you. Agents and models never see it.' },
    used: 'used {{when}}', unused: 'never used', created: 'added {{when}}', changed: 'changed {{when}}',
    replace: 'Replace', replaceOne: 'Replace the value of {{name}}', remove: 'Delete {{name}}', removed: '{{name}} is deleted.',
    kept: { title: 'Kept for MCP servers', about: 'Values of registrations. They change and go with their server.', of: 'Values of {{name}}' },
    dialog: {
      newTitle: 'Add a credential', replaceTitle: 'Replace {{name}}', name: 'Name', nameHint: 'Tools ask for it by this name.', description: 'Description', descriptionHint: 'What it is for, in your words.',
      value: 'Value', newValue: 'New value', valueHint: 'It is sealed at once and never shown again.', newValueHint: 'Leave it empty to change only the description.',
      show: 'Show what is written', hide: 'Hide what is written', lines: 'It has several lines', save: 'Save', saved: '{{name}} is stored.', replaced: '{{name}} is replaced.', described: '{{name}} is described anew.',
      known: 'Tools know these names:', needName: '1 to 64 of a–z, 0–9, dot, hyphen and underscore; a letter or digit first.', needValue: 'At least 4 characters.', longValue: 'At most 16,384 characters.',
      taken: 'You have a credential of this name. Replace its value, or choose another name.', meaning: { brave: 'Brave Search: webSearch uses it.', tavily: 'Tavily: webSearch uses it.' },
      for: { brave: 'web search', tavily: 'web search' },
    },
    rotation: {
      title: 'Key that seals them', about: 'Seals everybody’s credentials with a new key and drops the old one. It can be done at any time and harms nothing.',
      do: 'Rotate the key', doing: 'Rotating…', done: 'Done. The key is now {{key}}.', resealed_one: '{{count, number}} credential was sealed anew,', resealed_other: '{{count, number}} credentials were sealed anew,',
      of_one: 'of {{count, number}} person.', of_other: 'of {{count, number}} people.', dropped_one: '{{count, number}} old key was dropped.', dropped_other: '{{count, number}} old keys were dropped.',
      failed_one: '{{count, number}} credential does not open. Its key is kept; replace its value.', failed_other: '{{count, number}} credentials do not open. Their keys are kept; replace their values.',
    },
  },
  {
    list: 'Credenciales', add: 'Añadir una credencial',
    empty: { title: 'Aún no hay credenciales', body: 'Una credencial es una clave o contraseña que una herramienta usa por ti. Los agentes y los modelos nunca la ven.' },
    used: 'usada {{when}}', unused: 'nunca usada', created: 'añadida {{when}}', changed: 'cambiada {{when}}',
    replace: 'Cambiar', replaceOne: 'Cambiar el valor de {{name}}', remove: 'Eliminar {{name}}', removed: '{{name}} se ha eliminado.',
    kept: { title: 'Guardadas para servidores MCP', about: 'Valores de registros. Cambian y se van con su servidor.', of: 'Valores de {{name}}' },
    dialog: {
      newTitle: 'Añadir una credencial', replaceTitle: 'Cambiar {{name}}', name: 'Nombre', nameHint: 'Las herramientas la piden por este nombre.', description: 'Descripción', descriptionHint: 'Para qué es, con tus palabras.',
      value: 'Valor', newValue: 'Valor nuevo', valueHint: 'Se guarda sellado y no se vuelve a mostrar.', newValueHint: 'Déjalo vacío para cambiar solo la descripción.',
      show: 'Mostrar lo escrito', hide: 'Ocultar lo escrito', lines: 'Tiene varias líneas', save: 'Guardar', saved: '{{name}} se ha guardado.', replaced: '{{name}} se ha cambiado.', described: '{{name}} tiene otra descripción.',
      known: 'Las herramientas conocen estos nombres:', needName: 'De 1 a 64 de a–z, 0–9, punto, guion y guion bajo; empieza por letra o cifra.', needValue: 'Al menos 4 caracteres.', longValue: 'Como mucho, 16 384 caracteres.',
      taken: 'Ya tienes una credencial con ese nombre. Cambia su valor o elige otro nombre.', meaning: { brave: 'Brave Search: la usa webSearch.', tavily: 'Tavily: la usa webSearch.' },
      for: { brave: 'búsqueda web', tavily: 'búsqueda web' },
    },
    rotation: {
      title: 'Clave que las sella', about: 'Sella las credenciales de todos con una clave nueva y retira la anterior. Se puede hacer en cualquier momento y no daña nada.',
      do: 'Rotar la clave', doing: 'Rotando…', done: 'Hecho. La clave es ahora {{key}}.', resealed_one: 'Se ha vuelto a sellar {{count, number}} credencial,', resealed_other: 'Se han vuelto a sellar {{count, number}} credenciales,',
      of_one: 'de {{count, number}} persona.', of_other: 'de {{count, number}} personas.', dropped_one: 'Se ha retirado {{count, number}} clave antigua.', dropped_other: 'Se han retirado {{count, number}} claves antiguas.',
      failed_one: '{{count, number}} credencial no se abre. Se conserva su clave; cambia su valor.', failed_other: '{{count, number}} credenciales no se abren. Se conservan sus claves; cambia sus valores.',
    },
  },
)
