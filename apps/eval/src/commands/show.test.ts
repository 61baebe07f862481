import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallHeader } from '../__fixtures__/small-run.js'
import { checkDepth } from './show.js'

describe('checkDepth', () => {
  it('accepts measures up to the depth of the run', () => {
    expect(failureOf(() => checkDepth(smallHeader, [1, smallHeader.depth], 'a.jsonl'))).toBeUndefined()
  })

  it('rejects deeper ones, and says how to make a deeper run', () => {
    const failure = failureOf(() => checkDepth(smallHeader, [1, 100], 'a.jsonl'))
    expect(failure).toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/^a\.jsonl ranks 10 .* not 100\..*--k 100/),
    })
  })
})
