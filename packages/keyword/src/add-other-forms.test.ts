import { describe, expect, it } from 'vitest'
import { addOtherForms, namedRuns } from './add-other-forms.js'
import { parseQuery } from './parse-query.js'

const keysOf = (text: string) =>
  namedRuns(parseQuery(text), (word) => `${word} `).map(({ key }) => key.trim())

describe('the named runs of a query', () => {
  it('are any adjacent words, as written', () => {
    expect(keysOf('the IT budget')).toEqual(['the', 'the IT', 'the IT budget', 'IT', 'IT budget', 'budget'])
    expect(keysOf('世卫组织').at(-1)).toBeDefined()
    expect(keysOf(`${'word '.repeat(20)}`).every((key) => key.split(' ').length <= 8)).toBe(true)
  })

  it('are empty for a query with syntax', () => {
    expect(keysOf('"service level" agreement')).toEqual([])
    expect(keysOf('SLA AND penalty')).toEqual([])
    expect(keysOf('path:notes')).toEqual([])
  })
})

/** The query with other forms of one of its runs. */
function widened(text: string, named: string, forms: readonly string[]) {
  const query = parseQuery(text)
  const run = namedRuns(query, (word) => `${word} `).find(({ key }) => key.trim() === named)
  return { query, wide: addOtherForms(query, [{ words: run?.words ?? [], forms }]) }
}

describe('other forms', () => {
  it('count for the word of the query, and again as a whole', () => {
    const { query, wide } = widened('SLA penalty', 'SLA', ['service level agreement'])
    const long = { kind: 'phrase', stems: ['servic', 'level', 'agreement'] }
    const either = {
      kind: 'either',
      features: [{ kind: 'either', features: [{ kind: 'word', stem: 'sla' }] }, long],
    }
    expect(wide.scoring[0]).toEqual({ feature: either, weight: 1, isContentTerm: true })
    expect(wide.scoring.at(-1)).toEqual({ feature: either, weight: 1, isContentTerm: false })
    expect(wide.scoring.slice(1, -1)).toEqual(query.scoring.slice(1))
    expect(wide.tree).toEqual({
      kind: 'any',
      parts: [{ kind: 'word', stem: 'sla' }, { kind: 'word', stem: 'penalti' }, long],
    })
    expect(wide.terms.map(({ words }) => words.map(({ form }) => form).join(' '))).toEqual([
      'sla',
      'penalty',
      'service level agreement',
    ])
  })

  it('count for each word of a long form except its stop words', () => {
    const { wide } = widened('bill of lading', 'bill of lading', ['BOL'])
    const content = wide.scoring.filter(({ isContentTerm }) => isContentTerm)
    expect(content.map(({ feature }) => feature)).toMatchObject([
      { features: [{ features: [{ stem: 'bill' }] }, { stem: 'bol' }] },
      { features: [{ features: [{ stem: 'lade' }] }, { stem: 'bol' }] },
    ])
  })

  it('replace an omitted stop word, but are not stop words themselves', () => {
    const { wide } = widened('IT budget', 'IT', ['information technology'])
    expect(wide.scoring.at(-1)).toMatchObject({
      isContentTerm: true,
      feature: { features: [{ features: [] }, { kind: 'phrase' }] },
    })
    const { query, wide: same } = widened('information technology', 'information technology', ['IT'])
    expect(same.scoring).toEqual(query.scoring)
  })
})
