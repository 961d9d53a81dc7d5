import { expect, it } from 'vitest'

import { typeLook } from './type-look'

it('a type looks the same however it is written', () => {
  expect(typeLook('Person')).toEqual(typeLook('person'))
  expect(typeLook('organización')).toEqual(typeLook('Organizacion'))
})

it('a familiar word gives its icon, also in the plural and among others', () => {
  expect(typeLook('persona').icon).toBe('user')
  expect(typeLook('companies and firms').icon).toBe('buildings')
  expect(typeLook('software_project').icon).toBe('code')
  expect(typeLook('cities').icon).toBe('dot-outline')
  expect(typeLook('').icon).toBe('dot-outline')
})

it('hues are whole degrees and differ among types', () => {
  const hues = ['person', 'company', 'city', 'project', 'event'].map((type) => typeLook(type).hue)
  for (const hue of hues) expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true)
  expect(new Set(hues).size).toBeGreaterThan(2)
})
