import { describe, expect, it } from 'vitest'
import { breakStrength } from '../structure/break-strength.js'
import { cutPiece } from './cut-piece.js'

const { clause, word, character } = breakStrength

describe('cutPiece', () => {
  it.each<[string, string, number, string, number]>([
    ['after a comma in the later half', 'one two, three four', 12, 'one two, ', clause],
    ['after white space before an early comma', 'one, two three four', 13, 'one, two ', word],
    ['where a word ends at the very limit', 'one two three', 7, 'one two', word],
    ['after the only white space, however early', 'a bcdefghijklmnop', 12, 'a ', word],
    ['after a mark in a long word', 'abcdefgh/ijklmnop', 12, 'abcdefgh/', character],
    ['anywhere else', 'abcdefghijklmnop', 12, 'abcdefghijkl', character],
    ['after an ideographic comma', '记忆检索，系统设计', 7, '记忆检索，', clause],
    ['not in a character', 'abcde👨‍👩‍👧fgh', 8, 'abcde', character],
    ['not before a mark on a sign', 'abcdefg#\u20e3hij', 8, 'abcdefg', character],
  ])('cuts %s', (_, text, size, piece, strength) => {
    expect(cutPiece(text, 0, size)).toEqual({ place: piece.length, strength })
  })
})
