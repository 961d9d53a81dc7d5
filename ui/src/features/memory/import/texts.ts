import { texts } from '@/lib/text'

/** What the window says that takes files in. */
export const useImportTexts = texts(
  'memory-import',
  {
    title: 'Import a memory',
    about: 'A file of JSON lines as the MCP memory server writes it, and as Export makes it.',
    drop: 'Drop a file here, or choose one.', choose: 'Choose a file',
    tooLarge: 'The file is larger than 64 MB. Split it at line ends and import the parts.',
    readFailed: 'The file could not be read.',
    reading: 'Reading {{name}}: {{percent}}', sending: 'Sending: {{percent}}', writing: 'Writing it down: {{percent}}',
    nothing: 'There is nothing to import in this file.',
    found: 'In {{name}}', entities_one: '{{n}} entity', entities_other: '{{n}} entities', observations_one: '{{n}} observation', observations_other: '{{n}} observations', relations_one: '{{n}} relation', relations_other: '{{n}} relations',
    among: 'Among them:', keeps: 'What is there already stays; entities of the same name get the observations they have not got.',
    faults_one: '{{n}} line cannot be imported and is left out:', faults_other: '{{n}} lines cannot be imported and are left out:',
    line: 'Line {{line}}', moreFaults_one: 'and {{n}} more line', moreFaults_other: 'and {{n}} more lines',
    fault: {
      json: 'is not valid JSON', object: 'is not an object', type: 'has a type that is neither “entity” nor “relation”',
      entity: 'is an entity without name, entityType or a list of observations', relation: 'is a relation without from, to or relationType',
    },
    back: 'Another file', do: 'Import', stop: 'Stop',
    done: 'Imported', doneBody: 'Added: {{list}}.', doneNothing: 'Everything was there already.',
    skipped_one: '{{n}} thing was there already.', skipped_other: '{{n}} things were there already.',
    close: 'Done', stopped: 'Stopped; nothing was imported.',
  },
  {
    title: 'Importar una memoria',
    about: 'Un archivo de líneas JSON como los que escribe el servidor de memoria MCP y como los que hace Exportar.',
    drop: 'Suelta aquí un archivo o elige uno.', choose: 'Elegir un archivo',
    tooLarge: 'El archivo pasa de 64 MB. Divídelo entre líneas e importa las partes.',
    readFailed: 'No se ha podido leer el archivo.',
    reading: 'Leyendo {{name}}: {{percent}}', sending: 'Enviando: {{percent}}', writing: 'Anotándolo: {{percent}}',
    nothing: 'En este archivo no hay nada que importar.',
    found: 'En {{name}}', entities_one: '{{n}} entidad', entities_other: '{{n}} entidades', observations_one: '{{n}} observación', observations_other: '{{n}} observaciones', relations_one: '{{n}} relación', relations_other: '{{n}} relaciones',
    among: 'Entre ellas:', keeps: 'Lo que ya está se queda; las entidades con el mismo nombre reciben las observaciones que les faltan.',
    faults_one: '{{n}} línea no se puede importar y se deja fuera:', faults_other: '{{n}} líneas no se pueden importar y se dejan fuera:',
    line: 'Línea {{line}}', moreFaults_one: 'y {{n}} línea más', moreFaults_other: 'y {{n}} líneas más',
    fault: {
      json: 'no es JSON válido', object: 'no es un objeto', type: 'su tipo no es «entity» ni «relation»',
      entity: 'es una entidad sin name, entityType o una lista de observations', relation: 'es una relación sin from, to o relationType',
    },
    back: 'Otro archivo', do: 'Importar', stop: 'Parar',
    done: 'Importado', doneBody: 'Añadido: {{list}}.', doneNothing: 'Ya estaba todo.',
    skipped_one: '{{n}} cosa ya estaba.', skipped_other: '{{n}} cosas ya estaban.',
    close: 'Hecho', stopped: 'Parado; no se ha importado nada.',
  },
)
