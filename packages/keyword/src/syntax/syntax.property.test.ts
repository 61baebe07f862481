import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeSyntax, printSyntax } from './print-syntax.js'
import { readSyntax } from './read-syntax.js'
import { depthOf, maximumSyntaxDepth, type QuerySyntax } from './syntax-tree.js'

/** Parts of syntax; joined at random they are often valid, and more often nearly valid. */
const marks =
  `" " “ ” „ 「 」 « » ＂ ' ( ( ) ) - * \\ { ; ? : AND OR NOT path: -path: since: where: where:a= x: jwt Expiry the A
auth* char* 5 + +jwt -x --y 数据 库 。 é e\u0301 \u0000 🙂 gate working`.split(/\s/u)
const spaced = 'AND,OR,NOT,AND NOT,path:notes,since:2026,token,jwt,tar,-draft,-draft'
  .split(',')
  .map((text) => ` ${text} `)
const spaces = [' ', ' ', ' ', ' ', '\t', '\u3000', '\n', '\u2028', '\ufeff', '\ud800']
const fragments = [...marks, ...spaced, ...spaces]
const nearlySyntax = fc
  .array(fc.constantFrom(...fragments), { maxLength: 24, size: 'max' })
  .map((list) => list.join(''))
const anything = fc.oneof(
  { weight: 4, arbitrary: nearlySyntax },
  fc.string({ unit: 'binary', size: 'medium' }),
)

function nodesOf(syntax: QuerySyntax): QuerySyntax[] {
  if (syntax.kind === 'not' || syntax.kind === 'required') return [syntax, ...nodesOf(syntax.part)]
  if (syntax.kind !== 'and' && syntax.kind !== 'or') return [syntax]
  return [syntax, ...syntax.parts.flatMap(nodesOf)]
}

/** Whether a node is as documented. */
function isSound(syntax: QuerySyntax): boolean {
  if (syntax.kind === 'not' || syntax.kind === 'required') return syntax.part.kind !== 'not'
  if (syntax.kind === 'prefix') return /^[\p{L}\p{M}\p{N}]{3,}$/u.test(syntax.text)
  if ('text' in syntax) return syntax.text !== '' && syntax.text === syntax.text.trim()
  const kinds = syntax.parts.map(({ kind }) => kind)
  const negated = kinds.filter((kind) => kind === 'not')
  const areLast = kinds.slice(kinds.length - negated.length).every((kind) => kind === 'not')
  const areAllowed = syntax.kind === 'and' ? negated.length < kinds.length : negated.length === 0
  return kinds.length > 1 && !kinds.includes(syntax.kind) && areLast && areAllowed
}

describe('query syntax', () => {
  it('reads any string as a sound tree', () => {
    fc.assert(
      fc.property(anything, (query) => {
        const { syntax, fields } = readSyntax(query)
        expect(syntax === null && fields.length === 0).toBe(query.trim() === '')
        expect(describeSyntax({ syntax, fields })).not.toBe('')
        for (const { text } of fields) expect(text.trim()).not.toBe('')
        if (syntax === null) return
        expect(syntax.kind).not.toBe('not')
        expect(depthOf(syntax)).toBeLessThanOrEqual(maximumSyntaxDepth)
        expect(nodesOf(syntax).filter((node) => !isSound(node))).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it('reads its own output as the same query, and prints it the same', () => {
    fc.assert(
      fc.property(anything, (query) => {
        const read = readSyntax(query)
        const printed = printSyntax(read)
        expect(readSyntax(printed)).toEqual(read)
        expect(printSyntax(readSyntax(printed))).toBe(printed)
      }),
      { numRuns: 5000 },
    )
  })

  it('reads text without marks as plain words, in every script', () => {
    const unmarked = fc
      .string({ unit: 'grapheme', size: 'medium' })
      .map((text) =>
        text.replaceAll(/["＂“”„«»「」『』*:+\n\v\f\r\u0085\u2028\u2029-]|AND|OR|NOT/gu, ' ').trim(),
      )
    fc.assert(
      fc.property(unmarked, (text) => {
        const read = readSyntax(text)
        expect(read).toEqual({ syntax: text === '' ? null : { kind: 'words', text }, fields: [] })
        expect(printSyntax(read)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps every word', () => {
    fc.assert(
      fc.property(nearlySyntax, (query) => {
        const said = printSyntax(readSyntax(query))
        for (const word of ['jwt', 'Expiry', 'token', 'draft', '数据']) {
          expect(said.split(word).length).toBe(query.split(word).length)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ...'" “ ( ) - * \\ . , : 数 -- (( a* a: 「a」b {"a": a" (a a) x-y_ where: \ud800'.split(' '),
    ...' ,"a" ,“a” ,path:x ,where:a=b ,a AND ,a OR ,NOT ,a NOT b ,(a OR ,(a AND b) OR ,jwt -draft ,auth* '.split(
      ',',
    ),
  ])('returns no more text than it received: %j', (unit) => {
    for (const length of [9_000, 1_000_000]) {
      const query = `jwt ${unit.repeat(Math.ceil(length / unit.length))} AND "x y" -draft`
      for (const text of [query, query.slice(4)]) {
        const read = readSyntax(text)
        const nodes = read.syntax === null ? 0 : nodesOf(read.syntax).length
        expect(nodes + read.fields.length).toBeLessThanOrEqual(text.length)
        expect(printSyntax(read).length).toBeLessThanOrEqual(3 * text.length)
      }
    }
  })
})
