import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { readTrecResults } from './read-trec-results.js'

function results() {
  const folder = writeFiles({
    'a.run': '1 Q0 a 1 9 fts5\n',
    'b.run': '1 Q0 b 1 9 e5\n',
    'harbour.qrels': '1 0 a 1\n',
  })
  return { at: (name: string) => join(folder, name), qrels: join(folder, 'harbour.qrels') }
}

describe('readTrecResults', () => {
  it('names programs by their tags and the collection by its judgements', () => {
    const { at, qrels } = results()
    const { suite, rankings } = readTrecResults({ runs: [at('a.run'), at('b.run')], qrels })
    expect([suite, ...rankings.keys()]).toEqual(['harbour', 'fts5', 'e5'])
  })

  it('refuses judgements that judge nothing', () => {
    const { at } = results()
    const qrels = join(writeFiles({ 'none.qrels': '\n' }), 'none.qrels')
    expect(failureOf(() => readTrecResults({ runs: [at('a.run')], qrels }))).toMatchObject({
      code: 'SUITE_EMPTY',
      file: qrels,
    })
  })
})
