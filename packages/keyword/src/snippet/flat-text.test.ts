import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  flattenAsIs,
  flattenMarkdown,
  type FlatText,
  joinAcross,
  onOneLine,
  readBlocks,
  sentenceStarts,
} from './flat-text.js'

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

  it('adds marks at the beginning of a line to the previous sentence', () => {
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
  it('are in order and omit only separators', () => {
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
  it('joins sentences that a range crosses', () => {
    const flat = flattenMarkdown('# A b\n\nC d. E f. G h.')
    const at = (word: string) => flat.text.indexOf(word)
    const ranges = [
      { start: at('b'), end: at('C') + 1 },
      { start: at('G'), end: at('G') + 1 },
    ]
    const sentences = joinAcross(flat.sentences, ranges)
    expect(sentencesOf({ ...flat, sentences })).toEqual(['A b · C d.', 'E f.', 'G h.'])
  })

  it('uses the longest of the ranges in a sentence', () => {
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

const show = (text: string) => readBlocks(text).map((block) => `${block.kind}: ${block.text}`)

describe('onOneLine', () => {
  it('separates words by one space', () => {
    expect(onOneLine(' a\r\n\tb\u00a0\u2028c\u0085d \u3000e ')).toBe('a b c d e')
  })
})

describe('readBlocks', () => {
  it.each([
    ['# Title', ['heading: Title']],
    ['## Title ##  ', ['heading: Title']],
    ['#hashtag', ['prose: #hashtag']],
    ['C# and F#', ['prose: C# and F#']],
    ['Title\n=====\ntext', ['prose: Title', 'prose: text']],
    ['one\ntwo\n\nthree', ['prose: one two', 'prose: three']],
    ['one\r\ntwo\r\n\r\nthree', ['prose: one two', 'prose: three']],
    ['- a\n- b\n  goes on\n* c\n+ d\n• e', ['a', 'b goes on', 'c', 'd', 'e'].map((item) => `prose: ${item}`)],
    ['1. a\n2) b', ['prose: 1. a', 'prose: 2) b']],
    ['- [ ] open\n- [x] done', ['prose: [ ] open', 'prose: [x] done']],
    ['-flag', ['prose: -flag']],
    ['> quoted\n> on\n>\n> anew', ['prose: quoted on', 'prose: anew']],
    ['> > # deep', ['heading: deep']],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', ['line: a | b', 'line: 1 | 2']],
    ['a\n\n---\n\nb', ['prose: a', 'prose: b']],
    [
      '```ts\nconst a = 1\n# no heading\n```\nafter',
      ['line: const a = 1', 'line: # no heading', 'prose: after'],
    ],
    ['~~~\na\n```\nb\n~~~\nc', ['line: a', 'line: ```', 'line: b', 'prose: c']],
    ['````md\n```ts\na\n```\n````\nb', ['line: ```ts', 'line: a', 'line: ```', 'prose: b']],
    ['    indented code\n    more', ['line: indented code', 'line: more']],
    ['text\n    goes on', ['prose: text goes on']],
    ['function a() {\n  return 1;\n}', ['prose: function a() {', 'prose: return 1;', 'prose: }']],
    ['*emphasis* and `code` stay', ['prose: *emphasis* and `code` stay']],
    ['`', ['prose: `']],
    ['', []],
    [' \n\n\t', []],
    ['***', []],
  ])('%j', (text, blocks) => {
    expect(show(text)).toEqual(blocks)
  })

  it('reads a text that begins within a fence', () => {
    expect(show('a = 1\n```\n\nprose\n\n```sh\nls\n```\nend').slice(-2)).toEqual(['line: ls', 'prose: end'])
  })

  it('keeps every word of a text without fences, in order', () => {
    const markdown = fc.string({
      unit: fc.constantFrom(...'ab# |>-*+1.) \n\n\t'),
      maxLength: 120,
    })
    const letters = (text: string) => text.replaceAll(/[^ab]/gu, '')
    fc.assert(
      fc.property(markdown, (text) => {
        const blocks = readBlocks(text)
        expect(letters(blocks.map((block) => block.text).join(' '))).toBe(letters(text))
        for (const block of blocks) expect(block.text).toBe(onOneLine(block.text))
        for (const block of blocks) expect(block.text).not.toBe('')
      }),
    )
  })
})
