import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flattenAsIs, flattenMarkdown, type FlatText, joinAcross, sentenceStarts } from './flat-text.js'

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

function sentencesIn(text: string): string[] {
  const starts = sentenceStarts(text)
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trimEnd())
}

describe('sentenceStarts', () => {
  it.each([
    ['It ran. It failed! Why? Nobody knows', ['It ran.', 'It failed!', 'Why?', 'Nobody knows']],
    ['He said “stop.” Then he left.', ['He said “stop.”', 'Then he left.']],
    ['(It ran.) It failed.', ['(It ran.)', 'It failed.']],
    ['**Done.** Next: tests.', ['**Done.**', 'Next: tests.']],
    ['Ask Dr. Smith. He knows.', ['Ask Dr. Smith.', 'He knows.']],
    ['J. R. R. Tolkien wrote. We read.', ['J. R. R. Tolkien wrote.', 'We read.']],
    ['Use a cache, e.g. redis, or none.', ['Use a cache, e.g. redis, or none.']],
    ['Version 1.2.3 of src/lib/i18n.ts came.', ['Version 1.2.3 of src/lib/i18n.ts came.']],
    ['See https://x.test/?q=1 for more.', ['See https://x.test/?q=1 for more.']],
    ['about fig. 5 and no. 6 of it', ['about fig. 5 and no. 6 of it']],
    ['1. First do this. Then that.', ['1. First do this.', 'Then that.']],
    ['So... what?! Nothing.', ['So... what?!', 'Nothing.']],
    ['会议开始了。王伟说：“好！”然后走了。', ['会议开始了。', '王伟说：“好！”', '然后走了。']],
    ['終わりました。次へ', ['終わりました。', '次へ']],
    ['क्या हुआ। कुछ नहीं।', ['क्या हुआ।', 'कुछ नहीं।']],
    ['no end', ['no end']],
    ['...', ['...']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(sentencesIn(text)).toEqual(expected)
  })
})
