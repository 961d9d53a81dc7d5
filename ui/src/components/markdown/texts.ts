import { texts } from '@/lib/text'

export const useMarkdownTexts = texts(
  'markdown',
  { code: 'Code', copyCode: 'Copy code', table: 'Table', picture: 'Picture', done: 'done', open: 'not done' },
  { code: 'Código', copyCode: 'Copiar el código', table: 'Tabla', picture: 'Imagen', done: 'hecho', open: 'sin hacer' },
)
