import { parseQuery } from '@recallite/analysis'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCollection, type Collection } from '../collection/open-collection.ts'
import { predict } from '../oracle/predict.ts'
import { caseGenerator, type Case } from './generate-case.ts'

const count = 4000
let collection: Collection
let cases: readonly Case[]

beforeAll(async () => {
  collection = await openCollection([3, 0])
  const generate = caseGenerator(collection)
  cases = Array.from({ length: count }, (_, number) => generate(3, number))
  return () => collection.close()
})

/** In how many of the cases something is so. */
function share(holds: (wanted: Case) => boolean): number {
  return cases.filter(holds).length / count
}

describe('caseGenerator', () => {
  it('gives the same case for the same numbers', () => {
    const again = caseGenerator(collection)
    expect([again(3, 17), again(3, 5)]).toEqual([cases[17], cases[5]])
    expect(again(4, 17)).not.toEqual(cases[17])
  })

  it.each<[string, RegExp]>([
    ['NUL', /\0/],
    ['half a surrogate pair', /\p{Cs}/u],
    ['FTS5 functions', /NEAR\(/],
    ['column filters', /\{words parts\} :/],
    ['empty phrases', /""/],
    ['SQL', /DROP TABLE|OR 1=1|UNION SELECT/],
    ['prefixes', /\p{L}\*/u],
    ['curly quotes', /[“„«「『]/],
    ['deep parentheses', /(?:\([^()]*){15}/],
    ['long words', /\S{300}/],
    ['many words', /(?:\S+ ){60}/],
    ['emoji', /\p{Emoji_Presentation}/u],
    ['lone combining marks', /(?:^|\s)\p{M}/u],
    ['Chinese', /\p{sc=Han}/u],
    ['Thai', /\p{sc=Thai}/u],
    ['Hangul', /\p{sc=Hang}/u],
    ['Arabic', /\p{sc=Arab}/u],
    ['line breaks', /\n/],
  ])('asks for %s', (_, pattern) => {
    expect(share(({ query }) => pattern.test(query))).toBeGreaterThan(0.0005)
  })

  it('asks with syntax that counts, of every kind', () => {
    const read = cases.map(({ query }) => parseQuery(query))
    expect(read.filter(({ required }) => required !== null).length / count).toBeGreaterThan(0.02)
    const fields = read.flatMap(({ fields: found }) => found.map(({ field }) => field))
    for (const name of ['path', 'heading', 'source', 'since', 'until', 'where']) {
      expect(fields.filter((field) => field === name).length, name).toBeGreaterThan(10)
    }
  })

  it('asks for what is there, for what is not, and for what must be refused', () => {
    const predictions = cases.map((wanted) => predict(wanted, collection))
    const ofKind = (kind: (prediction: (typeof predictions)[number]) => boolean) =>
      predictions.filter(kind).length / count
    expect(ofKind((each) => 'ids' in each && each.ids.size > 0)).toBeGreaterThan(0.5)
    expect(ofKind((each) => 'ids' in each && each.ids.size === 0)).toBeGreaterThan(0.1)
    for (const code of ['QUERY_EMPTY', 'OPTION_INVALID', 'ROOT_UNKNOWN']) {
      expect(
        ofKind((each) => 'code' in each && each.code === code),
        code,
      ).toBeGreaterThan(0.0005)
    }
  })
})
