import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOpenClawQuery } from './openclaw-query.js'
import { maximumTerms, parseQuery } from './parse-query.js'
import type { QueryTree } from './query-tree.js'

/** A tree as people would write it. */
function show(tree: QueryTree | null): string {
  if (tree === null) return ''
  if (tree.kind === 'word') return tree.word
  if (tree.kind === 'phrase') return `"${tree.words.join(' ')}"`
  return tree.parts.map(show).join(tree.kind === 'any' ? ' | ' : ' & ')
}

describe('parseQuery', () => {
  it.each([
    ['what did we decide about auth?', 'decide | auth'],
    ['rotate JWT_EXPIRY', 'rotate | JWT | EXPIRY | "JWT EXPIRY"'],
    ['src/lib/i18n.ts', 'src | lib | i18n | ts | "src lib i18n ts"'],
    ["Michael's plan", 'Michael | plan'],
    ['"exact phrase" here', '"exact phrase"'],
    ['王伟', '王 | 伟 | "王 伟"'],
    ['会議', '"会 議"'],
    ['数据库迁移的步骤是什么', '"数 据" | 库 | "迁 移" | "步 骤"'],
    ['who is he', 'who | is | he'],
    ['deploy deploy Deploy', 'Deploy'],
    ['*** "" \u0000', ''],
    ['NEAR(a b) AND -x OR col:y*', 'NEAR | b | x | col | y | "col y"'],
    ['unclosed "quote', 'unclosed | quote'],
  ])('reads %j as %s', (question, tree) => {
    expect(show(parseQuery(question).tree)).toBe(tree)
  })

  it('counts a phrase of the whole identifier as a lift, not as a word of its own', () => {
    expect(parseQuery('JWT_EXPIRY').terms.map(show)).toEqual(['JWT', 'EXPIRY'])
  })

  it('keeps a long question to its first terms', () => {
    const question = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
    const { terms } = parseQuery(question)
    expect(terms).toHaveLength(maximumTerms)
    expect(show(terms[0] ?? null)).toBe('word0')
  })

  it('gives every string a tree without empty parts, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (question) => {
        const { tree, terms } = parseQuery(question)
        expect(tree === null).toBe(terms.length === 0)
        for (const term of terms) expect(show(term).replaceAll(/["\s]/g, '')).not.toBe('')
      }),
    )
  })

  it('does not care for letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abz_. "数') }), (question) => {
        const upper = show(parseQuery(question.toUpperCase()).tree)
        expect(upper.toLowerCase()).toBe(show(parseQuery(question).tree).toLowerCase())
      }),
    )
  })
})

describe('parseOpenClawQuery', () => {
  it.each([
    ['how do I rotate JWT_EXPIRY?', 'how & do & I & rotate & "JWT EXPIRY"'],
    ['数据库', ''],
    ['备份 backup', 'backup'],
  ])('needs every ASCII word of %j', (question, tree) => {
    expect(show(parseOpenClawQuery(question))).toBe(tree)
  })
})
