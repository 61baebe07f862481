import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk } from '../__fixtures__/samples.js'
import { keywordDatabase } from '../__fixtures__/keyword-database.js'
import { openSqliteStore } from '../open-store.js'
import { createDataCache } from './data-cache.js'

describe('a cache of data', () => {
  function createCache(maxSize: number) {
    const database = keywordDatabase([])
    const cache = createDataCache<string, string>(database, { maxSize, sizeOf: ({ length }) => length })
    const reads: string[] = []
    const getAll = (keys: readonly string[]) =>
      cache.getAll(keys, (missing) => {
        reads.push(missing.join(''))
        return missing.map((key) => (key === '?' ? undefined : key.repeat(4)))
      })
    return { database, cache, reads, getAll }
  }

  it('reads each value once, all that are missing in one call, and keeps their order', () => {
    const { cache, reads, getAll } = createCache(100)
    expect(cache.begin()).toBe(true)
    expect(getAll(['a', 'b'])).toEqual(['aaaa', 'bbbb'])
    expect(getAll(['c', 'a', '?', 'd'])).toEqual(['cccc', 'aaaa', undefined, 'dddd'])
    expect(cache.begin()).toBe(false)
    expect(getAll(['b', 'd'])).toEqual(['bbbb', 'dddd'])
    expect(cache.get('a', () => 'other')).toBe('aaaa')
    expect(reads).toEqual(['ab', 'c?d'])
  })

  it('keeps the values that were used last, up to its size', () => {
    const { cache, reads, getAll } = createCache(8)
    cache.begin()
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) getAll([key])
    expect(reads).toEqual(['a', 'b', 'c', 'b'])
  })

  it('is empty after a write, and for another state', () => {
    const { database, cache, reads, getAll } = createCache(100)
    database.exec('CREATE TABLE other (value)')
    for (const state of [1, 1, 2]) {
      cache.begin(state)
      getAll(['a'])
    }
    database.exec('INSERT INTO other VALUES (1)')
    cache.begin(2)
    getAll(['a'])
    expect(reads).toEqual(['a', 'a', 'a'])
  })
})

it('items are read again after another connection has changed them', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const [one, two] = [await openSqliteStore({ path }), await openSqliteStore({ path })]
  const textOf = async (id: string) => (await one.readItems([id])).items.map(({ text }) => text)
  await fill(two, [sampleChunk('a', 'harbour')])
  expect(await textOf('a')).toEqual(['harbour'])
  await two.removeRoot('notes')
  expect(await textOf('a')).toEqual([])
  await one.close()
  await two.close()
})
