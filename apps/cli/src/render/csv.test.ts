import type { SearchResult } from '@recallite/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchResult } from './__fixtures__/search-result.js'
import { renderCsv } from './csv.js'

/** Records of RFC 4180: fields in quotes or without any of `,"` and line ends, each with the separator after it. */
function readCsv(csv: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') records.push([])
  }
  return records.slice(0, -1)
}

function csvOf(results: readonly SearchResult[]): string {
  return renderCsv(results, { isTerminal: false })
}

const header = [
  'root',
  'path',
  'startLine',
  'endLine',
  'confidence',
  'weak',
  'fusedScore',
  'heading',
  'snippet',
  'text',
]

describe('renderCsv', () => {
  it('has a header, and a record for each result', () => {
    expect(csvOf([])).toBe(`${header.join(',')}\r\n`)
    const [, record] = readCsv(csvOf([searchResult({ text: 'a, "b"\nc' })]))
    expect(record).toEqual([
      'notes',
      'decisions/auth.md',
      '3',
      '7',
      '0.93',
      'false',
      '0.8125',
      'Auth › Tokens',
      'We keep JWT_EXPIRY',
      'a, "b"\nc',
    ])
  })

  it('gives every text back', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\t', ';', ' ', '王') })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (texts) => {
        const results = texts.map(([path, body]) => searchResult({ path: `p${path}`, text: `t${body}` }))
        const records = readCsv(csvOf(results))
        const expected = results.map((result) => [result.path, result.text])
        expect(records.slice(1).map((record) => [record[1], record[9]])).toEqual(expected)
        expect(records.every((record) => record.length === header.length)).toBe(true)
      }),
    )
  })

  it.each([
    '=1+2',
    '+1',
    '-1',
    '- an item',
    '@SUM(A1)',
    ' =1',
    '\t=1',
    '\n=1',
    '\u{ff1d}1',
    '=HYPERLINK("http://x","y")',
  ])('leaves nothing of %j for a spreadsheet to compute', (text) => {
    const [, record] = readCsv(csvOf([searchResult({ path: text, text, snippet: text, heading: [text] })]))
    for (const place of [1, 7, 8, 9]) expect(record?.[place]).toBe(`'${text}`)
  })

  it('has no carriage returns for a terminal', () => {
    const csv = renderCsv([searchResult({ text: 'a\r\nb' })], { isTerminal: true })
    expect([csv.includes('\r'), csv.split('\n')]).toEqual([false, expect.arrayContaining(['b"'])])
  })

  it('leaves numbers to be computed with', () => {
    expect(readCsv(csvOf([searchResult({ fusedScore: -0.5 })]))[1]?.[6]).toBe('-0.5')
  })
})
