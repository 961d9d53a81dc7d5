import { describe, expect, it } from 'vitest'

import { chartIn } from './tool-chart'

const good = {
  type: 'line',
  title: 'Sales',
  x: ['May 1', 'May 2'],
  series: [{ name: 'Orders', values: [3, 4] }],
  unit: 'EUR',
}

describe('the chart in what a tool returned', () => {
  it('is read where it is whole', () => {
    expect(chartIn({ total: 7, chart: good })).toEqual({
      kind: 'line',
      title: 'Sales',
      x: ['May 1', 'May 2'],
      series: [{ name: 'Orders', values: [3, 4] }],
      unit: 'EUR',
    })
  })
  it('leaves out values that are no numbers', () => {
    expect(chartIn({ chart: { ...good, series: [{ name: 'a', values: [null, 4] }] } })!.series[0]!.values).toEqual([
      null,
      4,
    ])
  })
  it.each([
    null,
    'text',
    [],
    { chart: null },
    { chart: 'x' },
    { chart: [] },
    { chart: { ...good, x: [] } },
    { chart: { ...good, series: [] } },
    { chart: { ...good, series: [{ name: 'a', values: [1] }] } },
    { chart: { ...good, series: [{ name: 'a', values: ['1', Number.NaN] }] } },
    {
      chart: {
        ...good,
        x: Array.from({ length: 501 }, String),
        series: [{ name: 'a', values: Array.from({ length: 501 }, Number) }],
      },
    },
    { chart: { ...good, series: Array.from({ length: 9 }, () => good.series[0]) } },
    { chart: { ...good, series: [null] } },
  ])('is none in %j', (result) => {
    expect(chartIn(result)).toBeNull()
  })
  it('takes titles as text, whatever they are', () => {
    expect(chartIn({ chart: { ...good, title: { html: '<b>' }, unit: null } })).toMatchObject({ title: '', unit: '' })
  })
})
