import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { atAngle, plane } from './samples.js'

/** The check as it is where the store's status says that vectors can be searched; elsewhere, that it refuses. */
export function whereVectorsAreSearched(check: Check['check']): Check['check'] {
  return async (store: Store) => {
    const { vectorSearch } = await store.status()
    if (vectorSearch.available) return check(store)
    assert.notEqual(vectorSearch.reason ?? '', '', 'the status says why vectors cannot be searched')
    await store.addSpace(plane)
    const request = { space: plane, vector: atAngle(0) }
    await rejectsWith('STORE_NO_VECTOR_SEARCH', store.searchVector({ ...request, limit: 1 }))
    await rejectsWith('STORE_NO_VECTOR_SEARCH', store.scoreVector({ ...request, ids: ['a'] }))
  }
}
