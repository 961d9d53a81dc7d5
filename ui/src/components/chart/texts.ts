import { texts } from '@/lib/text'

export const useChartTexts = texts(
  'chart',
  {
    keys: '{{label}}. Left and right arrows go from point to point; the same figures are there as a table.',
    none: 'Nothing in this time.', export: 'Save as CSV', point: 'Point', untitled: 'Chart',
    cell: '{{row}}, {{column}}: {{value}}',
  },
  {
    keys: '{{label}}. Con las flechas izquierda y derecha se va de punto en punto; las mismas cifras están como tabla.',
    none: 'Nada en este tiempo.', export: 'Guardar como CSV', point: 'Punto', untitled: 'Gráfico',
    cell: '{{row}}, {{column}}: {{value}}',
  },
)
