import { expect, it } from 'vitest'
import { describeApi } from './openapi.js'
import { restReference, type ReferenceApi } from './testing/rest-reference.js'

it('the page of the API is the one that is published (run vitest with -u to write it anew)', async () => {
  const api = describeApi({ version: '0.0.0', port: 7787 }) as ReferenceApi
  await expect(restReference(api)).toMatchFileSnapshot('../../REST.md')
})
