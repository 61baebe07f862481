import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPhrases } from './phrases.js'
import { parseQuery } from './parse-query.js'
import { matchesTree } from './testing/matches-tree.js'
import { showTree } from './testing/show-tree.js'

describe('addPhrases', () => {
  it.each([
    ['how do tokens expire', ['JWT_EXPIRY'], 'token | expir | "jwt expiri"', '"jwt expiri"'],
    [
      'deploy',
      ['blue green', 'on Friday'],
      'deploi | "blue green" | "on fridai"',
      '"blue green" & "on fridai"',
    ],
    ['jwt AND token', ['one'], 'jwt | token | on', 'on'],
    ['???', ['only this'], '"onli thi"', '"onli thi"'],
    ['会議', ['東京都'], '"会 议" | "东 京 都"', '"东 京 都"'],
    ['auth', ['"quoted" AND -minus path:x'], 'auth | "quot and minu path x"', '"quot and minu path x"'],
  ])('adds to %j the phrases %j', (question, phrases, tree, required) => {
    const added = addPhrases(parseQuery(question), phrases)
    expect([showTree(added.query.tree), showTree(added.required)]).toEqual([tree, required])
  })

  it('keeps the requirements of the query, and also ranks and marks by the phrases', () => {
    const parsed = parseQuery('rotate keys -draft')
    const { query } = addPhrases(parsed, ['every month'])
    expect(query.required).toEqual(parsed.required)
    expect(query.terms.map(({ words }) => words.map(({ form }) => form).join(' '))).toEqual([
      'rotate',
      'keys',
      'every month',
    ])
    expect(query.scoring.slice(0, parsed.scoring.length)).toEqual(parsed.scoring)
    expect(query.scoring.at(-1)).toMatchObject({ isContentTerm: true, weight: 1 })
  })

  it('embeds a phrase once', () => {
    const plainText = (question: string, ...phrases: string[]) =>
      addPhrases(parseQuery(question), phrases).query.plainText
    expect(plainText('how do tokens expire', 'JWT_EXPIRY')).toBe('how do tokens expire JWT_EXPIRY')
    expect(plainText('what is JWT_EXPIRY', 'JWT_EXPIRY')).toBe('what is JWT_EXPIRY')
  })

  it('requires nothing for phrases without words', () => {
    expect(addPhrases(parseQuery('auth'), ['!!!']).required).toBeNull()
  })

  it('matches every text that contains the phrase', () => {
    const phrase = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(phrase, fc.lorem(), (text, around) => {
        const { required } = addPhrases(parseQuery('x'), [text])
        expect(required === null || matchesTree(required, `${around}\n\n${text}\n\n${around}`)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
