import { describe, expect, it } from 'vitest'
import type { Case } from './queries/generate-case.ts'
import { shrink } from './shrink.ts'

describe('shrink', () => {
  it('leaves what fails alone', async () => {
    const wanted = {
      query: 'some words (about "nothing" much) here',
      options: { paths: ['notes', 'a*b/c'], since: '2026-02', candidates: 3 },
    }
    const fails = async ({ query, options }: Case) =>
      query.includes('"') && (options.paths ?? []).some((path) => path.includes('*'))
    expect(await shrink(wanted, fails)).toEqual({ query: '"', options: { paths: ['*'] } })
  })

  it('leaves what cannot be smaller as it is', async () => {
    const wanted = { query: 'a b', options: {} }
    expect(await shrink(wanted, async ({ query }) => query === 'a b')).toEqual(wanted)
  })
})
