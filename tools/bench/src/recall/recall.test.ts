import { describe, expect, it } from 'vitest'
import { joinSets } from './join-sets.js'
import { renderRecall, withRecalls, type MeasuredCodes } from './render-recall.js'

const lines = (...items: object[]) => items.map((item) => JSON.stringify(item)).join('\n')

describe('joined sets', () => {
  const texts = {
    corpus: lines({ id: '1', title: 'A', text: 'first' }, { id: '2', title: 'B', text: 'second' }),
    queries: lines({ id: 'q1', text: 'x' }, { id: 'q2', text: 'y' }, { id: 'q3', text: 'z' }),
    qrels: 'q1\t1\t1\nq2\t2\t1\nq3\t2\t2\n',
  }
  const { corpus, queries, qrels } = joinSets(
    [
      { name: 'one', texts },
      { name: 'two', texts },
    ],
    2,
  )

  it('have all documents, with the name of their set in their ids', () => {
    expect(corpus.split('\n').map((line) => JSON.parse(line).id)).toEqual([
      'one-1',
      'one-2',
      'two-1',
      'two-2',
    ])
    expect(JSON.parse(corpus.split('\n')[3] ?? '')).toEqual({ id: 'two-2', title: 'B', text: 'second' })
  })

  it('have some queries of each, with their judgements alone', () => {
    expect(queries.split('\n').map((line) => JSON.parse(line).id)).toEqual([
      'one-q1',
      'one-q3',
      'two-q1',
      'two-q3',
    ])
    expect(qrels.split('\n')).toEqual([
      'one-q1\tone-1\t1',
      'one-q3\tone-2\t2',
      'two-q1\ttwo-1\t1',
      'two-q3\ttwo-2\t2',
    ])
  })
})

describe('the table of codes', () => {
  const about = { model: 'm', chunks: 10, machine: '', date: '2026-01-02' }
  const small: MeasuredCodes = { ...about, set: 'small', vectors: 35, isCoded: false, byCodes: 0.5 }
  const coded = { isCoded: true, byCodes: 0.41, exact: 0.4105, questions: 200, recall: 0.9995, ownRecall: 1 }
  const large: MeasuredCodes = { ...about, set: 'large', vectors: 5180, ...coded }

  it('shows what codes cost, and which sets have none', () => {
    const [, , first, second] = renderRecall([small, large]).split('\n')
    expect(first?.split(/\s*\|\s*/u)).toEqual([
      '',
      'm',
      'small',
      '35',
      '',
      'exact',
      'exact',
      '0.5000',
      '',
      '',
      '2026-01-02',
      '',
    ])
    expect(second).toContain('| 200       | 0.9995    | 1.0000         | 0.4100  | 0.4105 | -0.0005')
  })

  it('says what a joined set is made of', () => {
    expect(renderRecall([{ ...large, joined: ['one', 'two'] }])).toContain(
      '`large` with m has the documents of one, two.',
    )
    expect(renderRecall([large])).not.toContain('has the documents')
  })

  it('keeps what is measured last', () => {
    const again = { ...large, byCodes: 0.42 }
    expect(withRecalls([large, small], [again])).toEqual([small, again])
  })
})
