import { describe, expect, it } from 'vitest'

import { ApiError } from '@/client/api'

import { placeOf, refusalsOf } from './remarks'

const refused = (status: number, errors: { field: string; detail: string }[], detail = 'no') =>
  new ApiError(
    status,
    {
      type: '',
      title: '',
      status,
      detail,
      instance: '',
      code: '',
      limit: null,
      broken: null,
      errors: errors.map((one) => ({ place: 'body', line: null, ...one })),
    },
    '',
  )

describe('what the server refuses', () => {
  it('stands at its field and line', () => {
    expect(refusalsOf(refused(422, [{ field: 'patterns[2]', detail: 'bad' }]))).toEqual([
      { field: 'patterns[2]', detail: 'bad' },
    ])
    expect(placeOf('patterns[2]')).toEqual({ field: 'patterns', index: 2 })
    expect(placeOf('budget.steps')).toEqual({ field: 'budget', index: null })
    expect(placeOf('name')).toEqual({ field: 'name', index: null })
  })

  it('is about the id where no field is named: a reserved or taken one', () => {
    expect(refusalsOf(refused(422, [{ field: '', detail: 'reserved' }]))).toEqual([{ field: 'id', detail: 'reserved' }])
    expect(refusalsOf(refused(409, [], 'taken'))).toEqual([{ field: 'id', detail: 'taken' }])
  })

  it('is nothing where the server failed or was not reached', () => {
    expect(refusalsOf(refused(503, []))).toEqual([])
    expect(refusalsOf(new Error('offline'))).toEqual([])
    expect(refusalsOf(null)).toEqual([])
  })
})
