import { texts } from '@/lib/text'

/** What the windows say in which the memory is changed. */
export const useEditingTexts = texts(
  'memory-editing',
  {
    create: { title: 'New entity', name: 'Name', nameHint: 'By this name agents and relations refer to it.', type: 'Type', typeHint: 'One word such as person, company or project.', observations: 'Observations', observationsHint: 'One on each line.', source: 'Source (optional)', sourceHint: 'Where it comes from: a page, a book, a person.', do: 'Create', exists: 'There is an entity of this name already.', see: 'Show it' },
    edit: { title: 'Rename or change type', about: 'Its observations and relations stay with it.', do: 'Save', mergeInstead: 'Merge the two instead' },
    relate: {
      title: 'Add a relation', direction: 'Direction', outgoing: '{{name}} → another', incoming: 'another → {{name}}',
      type: 'Relation', typeHint: 'In the words of a sentence: works at, knows, is part of.',
      other: 'Other entity', otherHint: 'It need not exist yet.', do: 'Add', reads: 'Reads: {{from}} {{type}} {{to}}', there: 'This relation is there already.',
    },
    merge: {
      title: 'Merge two entities', other: 'Merge with', otherHint: 'Search for the entity that means the same.', stays: 'Which name stays',
      about: 'Everything moves to “{{into}}”, and “{{from}}” goes. Relations that name it follow. It can be undone in the history.',
      moves: 'What moves', observations_one: '{{n}} observation moves', observations_other: '{{n}} observations move',
      same_one: '{{n}} is there already', same_other: '{{n}} are there already', relations_one: '{{n}} relation follows', relations_other: '{{n}} relations follow',
      nothing: 'Nothing new moves; “{{from}}” only goes.', do: 'Merge', done: '“{{from}}” is part of “{{into}}” now.', swap: 'Keep the other name', left_one: 'and {{n}} more', left_other: 'and {{n}} more', loop: 'Relations between the two become relations with itself.',
    },
    forget: {
      titleEntity: 'Forget “{{name}}”', titleObservation: 'Forget an observation',
      aboutEntity: 'Its observations and relations, and everything that any entity of this name has ever had, are erased: from the memory, its history and its search. This cannot be undone.',
      aboutObservation: 'It is erased from the memory, its history and its search. This cannot be undone.',
      confirm: 'Type “{{name}}” to confirm', do: 'Forget for good',
      done: 'Forgotten', counts: 'Erased: {{list}}.', entities_one: '{{n}} entity', entities_other: '{{n}} entities', observations_one: '{{n}} observation', observations_other: '{{n}} observations', relations_one: '{{n}} relation', relations_other: '{{n}} relations',
      nothing: 'There was nothing left to erase.',
      remains: 'Traces remain in these conversations, whose messages and steps still hold the words. Delete them too if nothing is to remain.',
      clean: 'No conversation holds traces of it.', conversation: 'Conversation {{title}}', close: 'Done',
    },
    picker: { none: 'No entity contains “{{text}}”.', suggestions: 'Entities' },
    empty: 'Write something here.',
  },
  {
    create: { title: 'Nueva entidad', name: 'Nombre', nameHint: 'Con él se refieren a ella los agentes y las relaciones.', type: 'Tipo', typeHint: 'Una palabra, como persona, empresa o proyecto.', observations: 'Observaciones', observationsHint: 'Una por línea.', source: 'Fuente (opcional)', sourceHint: 'De dónde sale: una página, un libro, una persona.', do: 'Crear', exists: 'Ya hay una entidad con este nombre.', see: 'Verla' },
    edit: { title: 'Cambiar nombre o tipo', about: 'Conserva sus observaciones y relaciones.', do: 'Guardar', mergeInstead: 'Mejor fusionar las dos' },
    relate: {
      title: 'Añadir una relación', direction: 'Dirección', outgoing: '{{name}} → otra', incoming: 'otra → {{name}}',
      type: 'Relación', typeHint: 'Con las palabras de una frase: trabaja en, conoce a, es parte de.',
      other: 'Otra entidad', otherHint: 'No hace falta que exista ya.', do: 'Añadir', reads: 'Se lee: {{from}} {{type}} {{to}}', there: 'Esta relación ya existe.',
    },
    merge: {
      title: 'Fusionar dos entidades', other: 'Fusionar con', otherHint: 'Busca la entidad que significa lo mismo.', stays: 'Qué nombre queda',
      about: 'Todo pasa a «{{into}}», y «{{from}}» desaparece. Las relaciones que la nombran la siguen. Se puede deshacer en el historial.',
      moves: 'Qué se mueve', observations_one: 'Se mueve {{n}} observación', observations_other: 'Se mueven {{n}} observaciones',
      same_one: '{{n}} ya estaba', same_other: '{{n}} ya estaban', relations_one: 'La sigue {{n}} relación', relations_other: 'La siguen {{n}} relaciones',
      nothing: 'No se mueve nada nuevo; «{{from}}» solo desaparece.', do: 'Fusionar', done: '«{{from}}» ya es parte de «{{into}}».', swap: 'Quedarse con el otro nombre', left_one: 'y {{n}} más', left_other: 'y {{n}} más', loop: 'Las relaciones entre las dos pasan a ser consigo misma.',
    },
    forget: {
      titleEntity: 'Olvidar «{{name}}»', titleObservation: 'Olvidar una observación',
      aboutEntity: 'Se borran sus observaciones y relaciones, y todo lo que haya tenido cualquier entidad con este nombre: de la memoria, de su historial y de su búsqueda. No se puede deshacer.',
      aboutObservation: 'Se borra de la memoria, de su historial y de su búsqueda. No se puede deshacer.',
      confirm: 'Escribe «{{name}}» para confirmar', do: 'Olvidar para siempre',
      done: 'Olvidado', counts: 'Se ha borrado: {{list}}.', entities_one: '{{n}} entidad', entities_other: '{{n}} entidades', observations_one: '{{n}} observación', observations_other: '{{n}} observaciones', relations_one: '{{n}} relación', relations_other: '{{n}} relaciones',
      nothing: 'No quedaba nada que borrar.',
      remains: 'Quedan huellas en estas conversaciones: sus mensajes y pasos conservan las palabras. Elimínalas también si no ha de quedar nada.',
      clean: 'Ninguna conversación conserva huellas.', conversation: 'Conversación {{title}}', close: 'Hecho',
    },
    picker: { none: 'Ninguna entidad contiene «{{text}}».', suggestions: 'Entidades' },
    empty: 'Escribe algo aquí.',
  },
)
