import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plane, sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore, type SqliteStore } from '../open-store.js'

type Change = (store: SqliteStore) => Promise<unknown>

const roots = ['one', 'two']

async function putRoots(store: SqliteStore): Promise<void> {
  for (const name of roots) await store.putRoot({ name, path: `/${name}` })
}

/** Chunks of few different texts: several have one, whole or as a piece, and it is gone when the last of them is. */
function put(root: string, path: string, texts: readonly string[]): Change {
  const inputOf = (text: string) => ({ prefix: text, from: 0, to: 0 })
  const chunks = texts.map((text, index) => ({
    ...sampleChunk(`${root}:${path}:${index}`, text),
    inputs: texts.slice(index).map(inputOf),
  }))
  return (store) => store.writeDocuments({ put: [{ document: sampleDocument(path, { root }), chunks }] })
}

function embed(model: string, limit: number): Change {
  const space = { ...plane, model }
  return async (store) => {
    await store.putSpace(space)
    const pending = await store.pendingTexts(space, { limit })
    const vectors = pending.map(({ key }) => ({ key, vector: Float32Array.of(1, 0) }))
    await store.putVectors(space, vectors)
  }
}

function drop(name: string): Change {
  return async (store) => {
    const spaces = (await store.listSpaces()).filter((space) => space.model === name)
    for (const space of spaces) await store.maintenance.dropSpace(space)
  }
}

const root = fc.constantFrom(...roots)

const path = fc.constantFrom('a.md', 'b.md')

const model = fc.constantFrom('first', 'second')

const texts = fc.array(fc.constantFrom('red', 'green', 'blue'), { maxLength: 3 })

function remove(removed: { readonly root: string; readonly path: string }): Change {
  return (store) => store.writeDocuments({ removed: [removed] })
}

function renewRoot(name: string): Change {
  return async (store) => {
    await store.removeRoot(name)
    await putRoots(store)
  }
}

const removeUnused: Change = (store) => store.maintenance.removeUnusedVectors({ unusedFor: 0 })

const change = fc.oneof(
  fc.tuple(root, path, texts).map((what) => put(...what)),
  fc.tuple(model, fc.integer({ min: 1, max: 3 })).map((what) => embed(...what)),
  fc.record({ root, path }).map(remove),
  root.map(renewRoot),
  model.map(drop),
  fc.constant(removeUnused),
)

describe('the counts of the status', () => {
  it('are those of a count of all rows, whatever is written and removed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
        const store = await openSqliteStore({ path: ':memory:' })
        await putRoots(store)
        for (const each of changes) await each(store)
        expect(await store.maintenance.verify()).toEqual([])
        await store.close()
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    'UPDATE root_count SET chunks = chunks + 1',
    'UPDATE root_count SET documents = 0',
    'DELETE FROM root_count',
    'UPDATE text_count SET texts = 7',
    'DELETE FROM text_count',
    'UPDATE space_count SET used = used - 1',
    'UPDATE space_count SET vectors = 0',
    'DELETE FROM space_count',
    'INSERT INTO root_count (root_id, documents) VALUES (9, 1)',
  ])('are verified: %s', async (sql) => {
    const file = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path: file })
    await putRoots(store)
    for (const each of [put('one', 'a.md', ['red', 'red']), embed('first', 1), put('two', 'b.md', ['blue'])])
      await each(store)
    const { database } = openConnection({ path: file })
    database.pragma('foreign_keys = OFF')
    database.exec(sql)
    database.close()
    expect(await store.maintenance.verify()).toContainEqual(
      expect.objectContaining({ part: 'storage', count: 1 }),
    )
    await store.close()
  })
})
