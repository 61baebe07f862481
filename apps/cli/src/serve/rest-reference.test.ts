import { expect, it } from 'vitest'
import { restReference } from './testing/rest-reference.js'

it('the documentation of the API is up to date (update it with vitest -u)', async () => {
  await expect(restReference()).toMatchFileSnapshot('../../REST.md')
})
