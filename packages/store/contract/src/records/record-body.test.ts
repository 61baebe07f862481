import { expect, it } from 'vitest'
import { recordOf } from './record-body.js'

it('the body of a record by an earlier version gets the fields that it lacks', () => {
  const body = JSON.stringify({ content: 'Old.', status: 'superseded', supersededBy: 'b' })
  expect(recordOf({ id: 'a', body }, undefined)).toMatchObject({
    content: 'Old.',
    origin: 'api',
    client: null,
    supersededAt: null,
    contradicts: [],
    contradictedBy: [],
  })
  const current = JSON.stringify({ content: 'New.', origin: 'user', contradicts: ['c'] })
  expect(recordOf({ id: 'b', body: current }, undefined)).toMatchObject({
    origin: 'user',
    contradicts: ['c'],
  })
})
