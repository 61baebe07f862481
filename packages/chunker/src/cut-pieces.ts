import { countTokens } from './counting.js'
import { skipSpace } from './lines.js'
import { sentenceStarts } from './units/sentences.js'
import { outsideAddress } from './units/outside-address.js'
import { cutsFrom } from './units/units-of.js'

/** A part of a chunk's text: from `from` up to `to`, in UTF-16 units. */
export interface Piece {
  readonly from: number
  readonly to: number
}

/** Average tokens of a piece: about 400 characters of English, or 100 Han characters. */
const pieceTokens = 100
/** Texts of up to this many tokens have no pieces: about 500 characters of English. */
const shortText = 125

/**
 * Divides the text of a chunk into pieces of about 100 tokens, in order and without gaps; none for up to 125 tokens. Pieces end with
 * lines or sentences; very long sentences are divided between words, or else characters. A piece has between half and twice the
 * average size.
 */
export function cutPieces(text: string): Piece[] {
  const total = countTokens(text)
  if (total <= shortText) return []
  const count = Math.max(2, Math.round(total / pieceTokens))
  const size = total / count
  const starts = startsOf(text, size)
  const chosen: Start[] = [{ position: 0, before: 0 }]
  for (let number = 1; number < count; number++) {
    const earliest = (chosen.at(-1)?.before ?? 0) + size / 2
    const possible = starts.filter(({ before }) => before >= earliest && before <= total - size / 2)
    const distance = ({ before }: Start) => Math.abs(before - number * size)
    const [best] = possible.toSorted((one, other) => distance(one) - distance(other))
    if (best) chosen.push(best)
  }
  if (chosen.length === 1) return []
  return chosen.map(({ position }, index) => ({
    from: position,
    to: chosen[index + 1]?.position ?? text.length,
  }))
}

/** A position where a piece may begin, and the tokens before it. */
interface Start {
  readonly position: number
  readonly before: number
}

/** The starts of lines and sentences, and of the parts of sentences with more than `maxTokens`. */
function startsOf(text: string, maxTokens: number): Start[] {
  const positions = [...lineAndSentenceStarts(text), text.length]
  const starts: Start[] = []
  let before = 0
  for (const [index, position] of positions.slice(0, -1).entries()) {
    const sentence = text.slice(position, positions[index + 1])
    const tokens = countTokens(sentence)
    starts.push({ position, before })
    let [last, counted] = [0, before]
    for (const part of tokens > maxTokens ? partStarts(sentence, tokens, maxTokens) : []) {
      counted += countTokens(sentence.slice(last, part))
      starts.push({ position: position + part, before: counted })
      last = part
    }
    before += tokens
  }
  return starts
}

function* lineAndSentenceStarts(text: string): Generator<number> {
  for (let from = 0; from < text.length;) {
    const lineEnd = text.indexOf('\n', from)
    const to = lineEnd < 0 ? text.length : lineEnd + 1
    yield from
    yield* sentenceStarts(text, skipSpace(text, from, to), to)
    from = to
  }
}

/** With several parts of a sentence per piece, one of them ends near the ideal position. */
const partsPerPiece = 4

/** The starts of the parts of a sentence of `tokens`, for pieces of up to `maxTokens`. */
function* partStarts(sentence: string, tokens: number, maxTokens: number): Generator<number> {
  const length = Math.max(1, Math.floor((sentence.length / tokens) * (maxTokens / partsPerPiece)))
  let position = 0
  while (position + length < sentence.length) {
    const start = position
    // An address that is longer than a piece is divided.
    const fits = (end: number) => end - start <= length * partsPerPiece
    const cut = outsideAddress(sentence, { start, cut: cutsFrom(sentence, start, length)(length) }, fits)
    position = skipSpace(sentence, cut.position, sentence.length)
    if (position < sentence.length) yield position
  }
}
