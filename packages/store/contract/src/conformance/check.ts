import assert from 'node:assert/strict'
import { StoreError, type StoreErrorCode } from '../errors.js'
import type { Store } from '../store.js'

/** A promise of the contract and its check on an empty store. */
export interface Check {
  readonly name: string
  readonly check: (store: Store) => Promise<void>
}

/** Asserts that a call rejects with a store error of this code, and with a message. */
export async function rejectsWith(code: StoreErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(StoreError.isInstance(error), `rejects with a StoreError, not with ${String(error)}`)
    assert.equal(error.code, code)
    assert.notEqual(error.message, '')
    return true
  })
}
