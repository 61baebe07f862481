import { describe, expect, it } from 'vitest'
import { derivedRecordId, newRecordId } from './record-id.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('an id', () => {
  it('is a UUID of version 7, and sorts behind those that were made before it', () => {
    const ids = Array.from({ length: 5000 }, newRecordId)
    expect(ids.every((id) => uuid.test(id))).toBe(true)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(5000)
  })

  it('follows from a time and a key, and sorts by the time', () => {
    const at = Date.UTC(2026, 1, 11)
    expect(derivedRecordId(at, 'a')).toBe(derivedRecordId(at, 'a'))
    expect(derivedRecordId(at, 'a')).toMatch(uuid)
    const keys = Array.from({ length: 500 }, (_, number) => derivedRecordId(at, `key ${number}`))
    expect(new Set(keys).size).toBe(500)
    expect(keys.every((id) => id < derivedRecordId(at + 1, 'a') && id > derivedRecordId(at - 1, 'a'))).toBe(
      true,
    )
    expect(derivedRecordId(-5, 'a')).toMatch(uuid)
  })
})
