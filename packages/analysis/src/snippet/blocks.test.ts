import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onOneLine, readBlocks } from './blocks.js'

const show = (text: string) => readBlocks(text).map((block) => `${block.kind}: ${block.text}`)

describe('onOneLine', () => {
  it('puts words one space apart, whatever parted them', () => {
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
