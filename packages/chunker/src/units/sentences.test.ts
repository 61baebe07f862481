import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryProse } from '../testing/arbitrary-source.js'
import { sentenceStarts } from './sentences.js'

function sentences(text: string): string[] {
  const places = [0, ...sentenceStarts(text, 0, text.length), text.length]
  return places.slice(1).map((place, index) => text.slice(places[index], place))
}

describe('sentenceStarts', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['no end', []],
    [
      'This is the first one. This is the second one.',
      ['This is the first one. ', 'This is the second one.'],
    ],
    [
      'Is it really true?!  "It certainly is." Yes.',
      ['Is it really true?!  ', '"It certainly is." ', 'Yes.'],
    ],
    ['it is all in lower case. and so is this here.', ['it is all in lower case. ', 'and so is this here.']],
    ['Ask for words, e.g. such ones or Mr. Smith, of no. 5.', []],
    ['See https://example.org/a.b?c=d!e for version 1.2.3 of it', []],
    ['Waiting for long… and going on', []],
    ['第一句。第二句！「第三句？」第四句', ['第一句。', '第二句！', '「第三句？」', '第四句']],
    ['यह पहला वाक्य है। यह दूसरा है।', ['यह पहला वाक्य है। ', 'यह दूसरा है।']],
    ['هل هذا سؤال طويل هنا؟ نعم هو كذلك', ['هل هذا سؤال طويل هنا؟ ', 'نعم هو كذلك']],
  ])('divides %j', (text, expected) => {
    expect(sentences(text).filter((sentence) => sentence !== text && sentence !== '')).toEqual(expected)
  })

  it('loses nothing, and begins no sentence with white space', () => {
    fc.assert(
      fc.property(arbitraryProse, (text) => {
        const parts = sentences(text)
        expect(parts.join('')).toBe(text)
        for (const part of parts.slice(1)) expect(part).toMatch(/^\S/)
      }),
    )
  })
})
