import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunk, type Chunk, chunkSource } from './chunk.js'
import { countTokens } from './counting.js'
import type { SourceFormat } from './formats.js'
import { frontMatterEnd } from './front-matter.js'
import { sliceSpan, splitLines } from './lines.js'
import { hasWords, withoutNoise } from './noise.js'
import type { ChunkOptions } from './options.js'
import { arbitraryMarkdown, arbitraryText } from './testing/arbitrary-source.js'
import { rangeOf, uncovered } from './testing/cover.js'

const sizes = fc
  .tuple(fc.integer({ min: 1, max: 120 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([target, part]) => ({ target, overlap: Math.floor((target - 1) * part) }))
const options: fc.Arbitrary<ChunkOptions & { target: number; overlap: number }> = fc
  .tuple(fc.constantFrom<SourceFormat>('markdown', 'code', 'text'), sizes)
  .map(([format, size]) => ({ format, ...size }))
const source = fc.oneof({ weight: 3, arbitrary: arbitraryMarkdown }, { weight: 1, arbitrary: arbitraryText })
const numRuns = 400

function graphemes(text: string): number {
  return [...new Intl.Segmenter('und').segment(text.trim())].length
}

/** The two cases in which a chunk may count more than the target. */
function mayExceed({ text }: Chunk): boolean {
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  return graphemes(text) === 1 || /^ {0,3}(?:#|=+|-+)/.test(lastLine)
}

describe('chunk of any text', () => {
  it('begins a chunk with each line of `starts`, and repeats nothing from before it', () => {
    fc.assert(
      fc.property(
        source,
        options,
        fc.array(fc.integer({ min: -1, max: 60 }), { maxLength: 6 }),
        (text, { target, overlap }, lines) => {
          const all = splitLines(withoutNoise(splitLines(text).join('\n')))
          const isText = (line: number) => /^\s*\p{L}{2}/u.test(all[line - 1] ?? '')
          const chunks = chunk(text, { target, overlap, format: 'text', starts: lines })
          const begun = new Set(chunks.map(({ startLine }) => startLine))
          expect(lines.filter((line) => isText(line) && !begun.has(line))).toEqual([])
          const isCrossed = (line: number) =>
            chunks.some(({ startLine, endLine }) => startLine < line && endLine >= line)
          expect(lines.filter((line) => isText(line) && isCrossed(line))).toEqual([])
        },
      ),
      { numRuns },
    )
  })

  it('A12: returns exactly the source of each span, with columns only if it is cut inside a line', () => {
    fc.assert(
      fc.property(source, options, (text, chosen) => {
        const lines = splitLines(text)
        for (const piece of chunk(text, chosen)) {
          expect(piece.text).toBe(sliceSpan(lines, piece))
          expect(piece.text.trim()).not.toBe('')
          expect(piece.text).not.toMatch(/^\s*\n|\n\s*$/)
          expect(piece.tokens).toBe(countTokens(piece.text))
          const { startColumn, endColumn } = piece
          const startsInside = (startColumn ?? 1) > 1
          const endsInside = endColumn !== null && endColumn < (lines[piece.endLine - 1]?.length ?? 0)
          const hasColumns = startColumn !== null && endColumn !== null
          expect([startColumn !== null, endColumn !== null]).toEqual([hasColumns, hasColumns])
          expect(hasColumns).toBe(startsInside || endsInside)
          expect(piece.text).toMatch(startsInside ? /^\S/ : /^/)
          expect(piece.text).toMatch(endsInside ? /\S$/ : /$/)
        }
      }),
      { numRuns },
    )
  })

  it('advances, and counts what it omits besides white space and front matter, which has no words', () => {
    fc.assert(
      fc.property(source, options, (text, chosen) => {
        const lines = splitLines(text)
        const { chunks, leftOut } = chunkSource(text, chosen)
        const firstLine = chosen.format === 'markdown' ? frontMatterEnd(lines) : 0
        const omitted = uncovered(lines, chunks, firstLine)
        const withWords = withoutNoise(lines.join('\n')).split('\n')
        expect(hasWords(uncovered(withWords, chunks, firstLine))).toBe(false)
        expect(leftOut.characters).toBe(omitted.replaceAll(/\s/g, '').length)
        const isOmitted = (line: string, index: number) =>
          line.trim() !== '' &&
          index >= firstLine &&
          !chunks.some(({ startLine, endLine }) => startLine <= index + 1 && endLine > index)
        expect(leftOut.lines).toBe(lines.filter(isOmitted).length)
        const ranges = chunks.map((piece) => rangeOf(lines, piece))
        for (const [index, { from, to }] of ranges.slice(1).entries()) {
          const before = ranges[index] ?? { from, to }
          expect([from > before.from, to > before.to]).toEqual([true, true])
        }
      }),
      { numRuns },
    )
  })

  it('respects the overlap and, except for one character or headings at the end, the target', () => {
    fc.assert(
      fc.property(arbitraryMarkdown, options, (text, chosen) => {
        const lines = splitLines(text)
        const chunks = chunk(text, chosen)
        const tooLarge = chunks.filter(({ tokens }) => tokens > chosen.target)
        expect(tooLarge.filter((piece) => !mayExceed(piece))).toEqual([])
        expect(chunks.filter((piece) => !piece.text.isWellFormed())).toEqual([])
        const ranges = chunks.map((piece) => rangeOf(lines, piece))
        for (const [index, { from }] of ranges.slice(1).entries()) {
          const repeated = lines.join('\n').slice(from, Math.max(from, ranges[index]?.to ?? 0))
          expect(countTokens(repeated)).toBeLessThanOrEqual(chosen.overlap)
        }
      }),
      { numRuns },
    )
  })

  it('cuts a source equally with LF, CRLF and a byte order mark', () => {
    fc.assert(
      fc.property(arbitraryMarkdown, options, (text, chosen) => {
        const chunks = chunk(text, chosen)
        const windows = text.replaceAll('\n', '\r\n')
        for (const variant of [windows, `\uFEFF${text}`, `\uFEFF${windows}`]) {
          expect(chunk(variant, chosen)).toEqual(chunks)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('makes no chunk of only headings if they leave room for more', () => {
    const block = fc.constantFrom(
      '# One',
      '## Two',
      '### Three',
      'Some words of content.',
      '- item',
      '```\ncode\n```',
    )
    fc.assert(
      fc.property(fc.array(block), fc.integer({ min: 24, max: 60 }), (blocks, target) => {
        const text = blocks.join('\n\n')
        const headings = blocks.filter((one) => one.startsWith('#'))
        const content = blocks.length - headings.length
        // A heading is two to four tokens, content no more than eight.
        fc.pre(content > 0 && headings.length * 4 + 8 <= target)
        const isHeadings = (piece: Chunk): boolean =>
          piece.text.split('\n').every((line) => /^#|^$/.test(line))
        expect(chunk(text, { target, overlap: 0 }).filter(isHeadings)).toEqual([])
      }),
      { numRuns },
    )
  })
})
