import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { testMemory } from './__fixtures__/test-memory.js'
import { createMemory } from './create-memory.js'

/** Methods with arguments as plain JavaScript may give them, and a part of the message. */
const calls: readonly (readonly [name: string, given: readonly unknown[], message: string])[] = [
  ['search', [], 'The query is missing; it must be a string'],
  ['search', [5], 'The query is 5'],
  ['search', ['q', null], 'is null; it must be an object'],
  ['search', ['q', { limmit: 3 }], 'there is no option limmit. Did you mean limit?'],
  ['search', ['q', { limit: '3' }], 'limit is "3"; it must be a number'],
  ['search', ['q', { roots: 'notes' }], 'roots is "notes"; it must be a list of strings'],
  ['search', ['q', { matchMode: 'both' }], 'matchMode is "both"; it must be one of any, all'],
  ['search', ['q', { zebra: 1 }], 'The options are: kinds, roots,'],
  ['candidates', [['q']], 'The query is another list'],
  ['why', ['q'], 'The path is missing'],
  ['index', ['notes'], 'The list of folders is "notes"'],
  ['sync', [5], 'it must be an object'],
  ['optimise', [{ keepVectors: 0 }], 'no option keepVectors'],
  ['get', [5], 'it must be a string or { path, from, lines }'],
  ['getAll', ['a.md'], 'The list of places is "a.md"'],
  ['watch', [{ debonce: 1 }], 'Did you mean debounce?'],
  ['removeRoot', [], 'The name of the root is missing'],
  ['records.recall', [], 'The query is missing'],
  ['records.recall', ['q', { colection: 'a' }], 'Did you mean collection?'],
  ['records.remember', [{}], 'The content is a value of type object'],
  ['records.remember', ['text', { tag: ['a'] }], 'Did you mean tags?'],
  ['records.list', [null], 'it must be an object'],
  ['records.forget', [7], 'The id is 7'],
]

async function openBoth() {
  const records = await openSqliteRecords({ path: `${temporaryFolder()}/records.sqlite`, create: true })
  const { memory } = await testMemory({ records })
  return {
    ...memory,
    ...Object.fromEntries(
      Object.entries(memory.records ?? {}).map(([name, method]) => [`records.${name}`, method]),
    ),
  }
}

describe('a method of a memory', () => {
  it.each(calls)('%s of %j rejects and says what to do', async (name, given, message) => {
    const method: unknown = Reflect.get(await openBoth(), name)
    const answer: unknown = typeof method === 'function' ? method(...given) : undefined
    expect(answer).toBeInstanceOf(Promise)
    await expect(answer).rejects.toMatchObject({
      name: 'MemoryError',
      code: 'OPTION_INVALID',
      message: expect.stringContaining(message),
    })
  })

  it('says that a search by vectors only needs a model', async () => {
    const { memory } = await testMemory()
    const { answer } = await memory.search('harbour', { textWeight: 0, vectorWeight: 1 })
    expect(answer.degraded).toEqual([
      { retriever: 'vector', reason: expect.stringContaining('there is no embedding model') },
    ])
  })
})

describe('createMemory', () => {
  it.each([
    [undefined, 'a store'],
    [{ stor: {} }, 'Did you mean store?'],
  ])('refuses %j', (given, message) => {
    // @ts-expect-error Plain JavaScript can call it so.
    expect(() => createMemory(given)).toThrow(message)
  })
})
