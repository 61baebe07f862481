import { expect, it } from 'vitest'
import { restReference } from './testing/rest-reference.js'

it('the page of the API is the one that is published (run vitest with -u to write it again)', async () => {
  await expect(restReference()).toMatchFileSnapshot('../../REST.md')
})
