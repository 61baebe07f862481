import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeSyntax, printSyntax } from './print-syntax.js'
import { readSyntax } from './read-syntax.js'
import {
  allOf,
  anyOf,
  depthOf,
  maximumSyntaxDepth,
  type QueryField,
  type QuerySyntax,
} from './syntax-tree.js'

const words = fc
  .array(
    fc.constantFrom(
      ...'jwt expiry postgres 2026 Café 数据库 C++ node_modules src/lib/i18n.ts @scope/name x'.split(' '),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((list): QuerySyntax => ({ kind: 'words', text: list.join(' ') }))

/** Whatever stands between quotation marks may be anything else. */
const phrase = fc
  .array(fc.constantFrom('the', 'token', '-', '(', ')', 'AND', 'NOT', 'path:x', '*', '{', ',', "'", '数据'), {
    maxLength: 4,
  })
  .map((list): QuerySyntax => ({ kind: 'phrase', text: ['refresh', ...list].toReversed().join(' ') }))

const prefix = fc.constantFrom('auth', 'v10', '数据库').map((text): QuerySyntax => ({ kind: 'prefix', text }))

const { tree } = fc.letrec<{ tree: QuerySyntax }>((tie) => {
  const parts = (minLength: number) => fc.array(tie('tree'), { minLength, maxLength: 3 })
  const unwanted = fc.array(fc.oneof(phrase, prefix, tie('tree')), { maxLength: 2 })
  return {
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.oneof(words, phrase, prefix),
      parts(2).map(anyOf),
      fc.tuple(parts(1), unwanted).map(([wanted, not]) => allOf(wanted, not)),
    ),
  }
})

const field = fc.oneof(
  fc.record({
    field: fc.constantFrom<'path' | 'heading' | 'source'>('path', 'heading', 'source'),
    text: fc.constantFrom(
      'notes/*.md',
      'my notes',
      '~/x',
      '(a)',
      'a,',
      '-b',
      '数据 库',
      "it's",
      '*.{md,txt}',
    ),
    isNegated: fc.boolean(),
  }),
  fc.record({
    field: fc.constantFrom<'since' | 'until'>('since', 'until'),
    text: fc.constantFrom('2026-01-01', '7d', 'last week', 'v2'),
    isNegated: fc.constant(false),
  }),
  fc.record({
    field: fc.constant('where' as const),
    text: fc.constantFrom('tag=ops', 'title=My note', 'size>=3', 'a.b!=c'),
    isNegated: fc.boolean(),
  }),
) satisfies fc.Arbitrary<QueryField>

describe('printSyntax', () => {
  it.each([
    ['', ''],
    ['  what   is it? ', 'what   is it?'],
    ['jwt “token refresh” -draft', 'jwt "token refresh" -"draft"'],
    ['-draft path:notes jwt', 'jwt -"draft" path:notes'],
    ['postgres AND NOT mysql', 'postgres -"mysql"'],
    ['((a OR b)) AND c', '(a OR b) AND c'],
    ['a AND b OR c', '(a AND b) OR c'],
    ['jwt NOT (draft OR old)', 'jwt AND NOT (draft OR old)'],
    ['jwt OR "token refresh"', 'jwt "token refresh"'],
    ['where:title="My note" jwt -path:"drafts"', 'jwt where:"title=My note" -path:drafts'],
  ])('prints %j as %j', (query, printed) => {
    expect(printSyntax(readSyntax(query))).toBe(printed)
  })

  it('prints every tree of search words so that it reads back the same', () => {
    fc.assert(
      fc.property(fc.option(tree), fc.array(field, { maxLength: 3 }), (syntax, fields) => {
        fc.pre(syntax === null || depthOf(syntax) <= maximumSyntaxDepth)
        // A query without a small letter has no operators, so that such a tree has no text.
        fc.pre(syntax === null || /[\p{Ll}\p{Lo}]/u.test(printSyntax({ syntax, fields: [] })))
        const query = { syntax, fields }
        expect(readSyntax(printSyntax(query))).toEqual(query)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('describeSyntax', () => {
  it.each([
    ['', 'nothing'],
    ['jwt expiry', 'any of: jwt expiry'],
    ['"token refresh"', 'must have: "token refresh"'],
    ['auth*', 'must have: auth*'],
    ['jwt "token refresh"', 'any of: jwt, "token refresh"'],
    ['jwt expiry -draft -"very old"', 'any of: jwt expiry; without: draft, "very old"'],
    [
      'jwt expiry AND "token refresh" -draft path:notes/*.md',
      'must have: any of (jwt expiry); must have: "token refresh"; without: draft; only paths: notes/*.md',
    ],
    ['(cats OR dogs) AND food', 'must have: any of (cats, dogs); must have: food'],
    ['a OR b AND c NOT d', 'any of: a, all of (b, c, not "d")'],
    ['jwt NOT (first draft)', 'any of: jwt; without: any of (first draft)'],
    ['path:a path:b -path:c', 'everything; only paths: a, b; without paths: c'],
    [
      'jwt heading:Setup source:team since:2026-01 until:2026-02 where:tag=ops -where:status=done',
      'any of: jwt; only under headings: Setup; only from sources: team; since: 2026-01; until: 2026-02; ' +
        'only where: tag=ops; not where: status=done',
    ],
    ['DO NOT DELETE', 'any of: DO NOT DELETE'],
  ])('says of %j: %s', (query, description) => {
    expect(describeSyntax(readSyntax(query))).toBe(description)
  })
})
