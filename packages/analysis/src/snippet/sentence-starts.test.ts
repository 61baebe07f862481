import { describe, expect, it } from 'vitest'
import { sentenceStarts } from './sentence-starts.js'

function sentences(text: string): string[] {
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
    expect(sentences(text)).toEqual(expected)
  })
})
