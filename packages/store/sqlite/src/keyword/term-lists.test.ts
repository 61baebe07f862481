import { expect, it } from 'vitest'
import { keywordDatabase } from '../__fixtures__/keyword-database.js'
import { wordsOf } from '../__fixtures__/samples.js'
import { createTermListReader } from './term-lists.js'

it('a chunk without a term list gets an empty one, and the others get their own', () => {
  const database = keywordDatabase([wordsOf('a'), wordsOf('b c'), wordsOf('d')])
  database.exec(`UPDATE chunk_word_list SET words = x'0A0B' WHERE chunk_id = 1;
    DELETE FROM chunk_word_list WHERE chunk_id = 2; UPDATE chunk_word_list SET words = x'0C' WHERE chunk_id = 3`)
  const found = createTermListReader(database)(['notes-2', 'gone', 'notes-1', 'notes-0'])
  const lists = Object.fromEntries(found.map(({ id, termList }) => [id, [...termList]]))
  expect(lists).toEqual({ 'notes-0': [10, 11], 'notes-1': [], 'notes-2': [12] })
})
