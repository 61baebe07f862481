import { expect, it } from 'vitest'
import { expectAgreement } from './testing/expect-agreement.js'

it('C11: a filter gives the same in memory and in SQL for 100,000 random documents and filters', () => {
  const { pairs, matched } = expectAgreement(200)
  expect(pairs).toBeGreaterThanOrEqual(100_000)
  expect(matched / pairs).toBeGreaterThan(0.1)
})
