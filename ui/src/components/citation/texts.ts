import { texts } from '@/lib/text'

export const useCitationTexts = texts(
  'citation',
  {
    mark: 'Source {{number}}', title: 'Source', page: 'page {{page}}', open: 'Open the document', loading: 'Looking it up…',
    gone: 'This passage is not there any more.', goneBody: 'The document was deleted or its text has changed since.', around: 'Before and after', passage: 'Cited passage',
  },
  {
    mark: 'Fuente {{number}}', title: 'Fuente', page: 'página {{page}}', open: 'Abrir el documento', loading: 'Buscándolo…',
    gone: 'Este pasaje ya no está.', goneBody: 'El documento se eliminó o su texto ha cambiado desde entonces.', around: 'Antes y después', passage: 'Pasaje citado',
  },
)
