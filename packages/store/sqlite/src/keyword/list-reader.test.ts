import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyChunkWords } from '../__fixtures__/any-words.js'
import { keywordDatabase } from '../__fixtures__/keyword-database.js'
import { wordsOf } from '../__fixtures__/samples.js'
import { createListReader, type ListedChunk } from './list-reader.js'
import { encodeWordList } from './word-list.js'

/** A list's bytes, as if it stood alone. */
function bytesOf({ words: { numbers, textAt, end } }: ListedChunk): string {
  const { buffer, byteOffset } = numbers
  return Buffer.from(buffer, byteOffset + 4 * (textAt - 3), 4 * (end - textAt + 3)).toString('hex')
}

describe('the lists of chunks', () => {
  it('come as they were kept, many at once, whatever their bytes', () => {
    fc.assert(
      fc.property(fc.array(anyChunkWords, { minLength: 1, maxLength: 8 }), (chunks) => {
        const lists = createListReader(keywordDatabase(chunks))
        const expected = chunks.map((words, number) => ({
          id: `notes-${number}`,
          length: words.text.length,
          bytes: encodeWordList(words).toString('hex'),
        }))
        const byRow = lists.byRow(chunks.map((_, number) => number + 1))
        expect(byRow.map((one) => ({ id: one.id, length: one.length, bytes: bytesOf(one) }))).toEqual(
          expected,
        )
        const byId = lists.byId(expected.map(({ id }) => id))
        expect(byId.map((one) => [one.id, bytesOf(one)])).toEqual(
          expected.map(({ id, bytes }) => [id, bytes]),
        )
      }),
    )
  })

  it('are of the chunks that are there, those without a list included', () => {
    const database = keywordDatabase([wordsOf('a'), wordsOf('b c'), wordsOf('d')])
    database.exec('DELETE FROM chunk_word_list WHERE chunk_id = 2')
    const lists = createListReader(database)
    const found = lists.byId(['notes-2', 'gone', 'notes-1', 'notes-0'])
    expect(found.map(({ id, length }) => [id, length])).toEqual([
      ['notes-2', 1],
      ['notes-1', 0],
      ['notes-0', 1],
    ])
    expect(found.map(({ words: { textAt, marksAt } }) => marksAt - textAt)).toEqual([1, 0, 1])
    expect(lists.byRow([3, 9]).map(({ id }) => id)).toEqual(['notes-2'])
    expect(lists.byRow([])).toEqual([])
  })
})
