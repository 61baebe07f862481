import { describe, expect, it } from 'vitest'
import { compileSyntax, distinct } from './compile-syntax.js'
import { createLexicon } from './languages/lexicon.js'
import { eitherOf, termKey, treeOf } from './query-tree.js'
import type { QuerySyntax } from './syntax/syntax-tree.js'
import { showTree } from './testing/show-tree.js'

const words = (text: string): QuerySyntax => ({ kind: 'words', text })
const phrase = (text: string): QuerySyntax => ({ kind: 'phrase', text })
const prefix = (text: string): QuerySyntax => ({ kind: 'prefix', text })
const not = (part: QuerySyntax): QuerySyntax => ({ kind: 'not', part })
const and = (...parts: QuerySyntax[]): QuerySyntax => ({ kind: 'and', parts })
const or = (...parts: QuerySyntax[]): QuerySyntax => ({ kind: 'or', parts })
const compile = (syntax: QuerySyntax) => compileSyntax(syntax, createLexicon('', []))

describe('compileSyntax', () => {
  it.each<[string, QuerySyntax]>([
    ['token | refresh', words('the token, refresh the Token')],
    ['"the token"', phrase('the token')],
    ['token', phrase('Token')],
    ['auth* | auth', prefix('auth')],
    ['authenticating* | authent', prefix('authenticating')],
    ['"数 据 库"', prefix('数据库')],
    ['(a1 | b1) & "c d"', and(words('a1 b1'), phrase('c d'))],
    ['a1 without b1', and(words('a1'), not(words('b1')))],
    ['(a1 & b1) without ("c d" | e1)', and(words('a1'), words('b1'), not(phrase('c d')), not(words('e1')))],
    ['a1 | (b1 & c1)', or(words('a1'), and(words('b1'), words('c1')))],
    ['"a b" | "c d"', or(phrase('a b'), phrase('c d'))],
    ['a1', and(words('a1'), words('the'))],
    ['a1', and(words('a1'), not(words('the')))],
    ['', and(words('the'), not(words('a1')))],
    ['', words('the')],
    ['', phrase('!')],
    ['', prefix('---')],
    ['', not(words('a1'))],
  ])('compiles to %j', (tree, syntax) => {
    expect(showTree(compile(syntax).tree)).toBe(tree)
  })

  it('scores and marks each included term once, and no excluded term', () => {
    const { terms, scoring } = compile(and(words('a1 b1'), phrase('b1'), prefix('auth'), not(words('c1'))))
    expect(terms.map((term) => [term.words[0]?.form, term.isPrefix ?? false])).toEqual([
      ['a1', false],
      ['b1', false],
      ['auth', true],
    ])
    expect(scoring.map(({ feature }) => showTree(feature))).toEqual([
      'a1',
      '=a1',
      'b1',
      '=b1',
      '<a1 b1>',
      '(auth* | auth)',
    ])
  })

  it('also searches for the words of a quotation inside a sentence', () => {
    const { tree, scoring } = compile(or(words('what is'), phrase('tool use')))
    expect(showTree(tree)).toContain('"tool us"')
    expect(scoring.map(({ feature }) => showTree(feature))).toEqual(
      expect.arrayContaining(['tool', 'us', '"tool us"']),
    )
  })
})

describe('distinct', () => {
  it('keeps the first occurrence of each item', () => {
    expect(distinct(['b', 'a', 'B', 'c', 'A'], (item) => item.toLowerCase())).toEqual(['b', 'a', 'c'])
  })
})

const word = (text: string) => ({ form: text, stem: text })

describe('treeOf', () => {
  it('is a word for one, a phrase for several', () => {
    expect(treeOf(['a'])).toEqual({ kind: 'word', stem: 'a' })
    expect(treeOf(['a', 'b'])).toEqual({ kind: 'phrase', stems: ['a', 'b'] })
  })
})

describe('eitherOf', () => {
  it('is the feature itself if there is one', () => {
    const [a, b] = [treeOf(['a']), treeOf(['b'])]
    expect(eitherOf([a])).toBe(a)
    expect(eitherOf([a, b])).toEqual({ kind: 'either', features: [a, b] })
  })
})

describe('termKey', () => {
  it('distinguishes terms by their forms, and prefixes from words', () => {
    const keys = [
      { words: [word('a')] },
      { words: [word('a')], isPrefix: true },
      { words: [word('a'), word('b')] },
      { words: [word('ab')] },
    ].map(termKey)
    expect(new Set(keys).size).toBe(4)
    expect(termKey({ words: [{ form: 'a', stem: 'x' }] })).toBe(keys[0])
  })
})
