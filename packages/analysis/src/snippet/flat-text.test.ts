import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flattenAsIs, flattenMarkdown, joinAcross, type FlatText } from './flat-text.js'

const sentencesOf = ({ text, sentences }: FlatText) =>
  sentences.map(({ start, end, isHeading }) => `${isHeading ? '# ' : ''}${text.slice(start, end)}`)

describe('flattenMarkdown', () => {
  it.each([
    ['# Title\n\nIt ran. It failed.', 'Title · It ran. It failed.', ['# Title', 'It ran.', 'It failed.']],
    ['- a\n- b.\n- c', 'a · b. c', ['a', 'b.', 'c']],
    ['Steps:\n\n1. go\n2. stop', 'Steps: 1. go · 2. stop', ['Steps:', '1. go', '2. stop']],
    ['f() {\n  x;\n}', 'f() { x; }', ['f() {', 'x;', '}']],
    ['| a | b |\n|---|---|\n| 1. B | 2 |', 'a | b · 1. B | 2', ['a | b', '1. B | 2']],
    ['', '', []],
  ])('%j', (source, text, sentences) => {
    const flat = flattenMarkdown(source)
    expect(flat.text).toBe(text)
    expect(sentencesOf(flat)).toEqual(sentences)
  })

  it('puts marks that begin a line to the sentence before', () => {
    expect(sentencesOf(flattenMarkdown('a\n\n\u0301b'))).toHaveLength(1)
  })
})

describe('flattenAsIs', () => {
  it('keeps every mark', () => {
    expect(flattenAsIs('```ts\n# a\n```').text).toBe('```ts # a ```')
    expect(flattenAsIs(' \n')).toEqual({ text: '', sentences: [] })
  })
})

describe('sentences', () => {
  it('are in order and leave out nothing but what parts them', () => {
    const markdown = fc.string({
      unit: fc.constantFrom(...'aB1.。!# |>-*`~;{\u0301é🙂 \n\n'),
      maxLength: 120,
    })
    fc.assert(
      fc.property(markdown, fc.boolean(), (source, isMarkdown) => {
        const { text, sentences } = isMarkdown ? flattenMarkdown(source) : flattenAsIs(source)
        let end = 0
        for (const sentence of sentences) {
          expect(text.slice(end, sentence.start)).toMatch(/^(?: | · |)$/u)
          expect(sentence.end).toBeGreaterThan(sentence.start)
          end = sentence.end
        }
        expect(end).toBe(text.length)
      }),
    )
  })
})

describe('joinAcross', () => {
  it('joins sentences that a range goes on through', () => {
    const flat = flattenMarkdown('# A b\n\nC d. E f. G h.')
    const at = (word: string) => flat.text.indexOf(word)
    const ranges = [
      { start: at('b'), end: at('C') + 1 },
      { start: at('G'), end: at('G') + 1 },
    ]
    const sentences = joinAcross(flat.sentences, ranges)
    expect(sentencesOf({ ...flat, sentences })).toEqual(['A b · C d.', 'E f.', 'G h.'])
  })

  it('takes the longest of the ranges in a sentence', () => {
    const flat = flattenMarkdown('Here we go. Then stop. Then end. Good.')
    const sentences = joinAcross(flat.sentences, [
      { start: 0, end: 24 },
      { start: 5, end: 6 },
    ])
    expect(sentencesOf({ ...flat, sentences })).toEqual(['Here we go. Then stop. Then end.', 'Good.'])
  })
})
