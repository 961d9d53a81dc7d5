import { texts } from '@/lib/text'

export const useLinesFileTexts = texts(
  'linesFile',
  {
    drop: 'Drop a CSV or JSONL file here, or', file: 'Choose a file', paste: 'Or paste lines', format: 'Format', csv: 'CSV', jsonl: 'JSON lines',
    tooLarge: 'The file is larger than 4 MB.', readFailed: 'The file could not be read.', empty: 'There is nothing in it.',
    problems_one: '{{count, number}} line could not be read:', problems_other: '{{count, number}} lines could not be read:',
    line: 'Line {{line, number}}', name: 'Lines of {{name}}',
  },
  {
    drop: 'Suelta aquí un archivo CSV o JSONL o', file: 'Elegir un archivo', paste: 'O pega las líneas', format: 'Formato', csv: 'CSV', jsonl: 'Líneas JSON',
    tooLarge: 'El archivo pasa de 4 MB.', readFailed: 'No se ha podido leer el archivo.', empty: 'No contiene nada.',
    problems_one: 'No se ha podido leer {{count, number}} línea:', problems_other: 'No se han podido leer {{count, number}} líneas:',
    line: 'Línea {{line, number}}', name: 'Líneas de {{name}}',
  },
)
