import { expect, it } from 'vitest'
import { expectAgreement } from './__fixtures__/expect-agreement.js'

it('C11: a filter over JSON gives the same in the store as in memory for 100,000 random documents and filters', async () => {
  const { pairs, matched } = await expectAgreement(200)
  expect(pairs).toBeGreaterThanOrEqual(100_000)
  expect(matched / pairs).toBeGreaterThan(0.1)
})
