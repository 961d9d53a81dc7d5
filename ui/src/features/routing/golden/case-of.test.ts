import { expect, it } from 'vitest'

import { caseOf } from './case-of'
import type { GoldenCase } from './types'

const golden = (fields: Partial<GoldenCase>) =>
  ({ id: 'one', text: 'roses', agent: 'ana', lastAgent: null, ...fields }) as GoldenCase

it('a case is of a decision with its message, its agent and the one that answered before', () => {
  expect(caseOf({ message: 'roses', agent: 'ana' }, [golden({ text: 'tulips' }), golden({})])?.id).toBe('one')
  expect(caseOf({ message: 'roses', agent: 'bob', lastAgent: null }, [golden({})])).toBeUndefined()
  expect(caseOf({ message: 'roses', agent: 'ana', lastAgent: 'bob' }, [golden({})])).toBeUndefined()
  expect(caseOf({ message: 'roses', agent: null }, [golden({ agent: null })])?.id).toBe('one')
})
