import { normalise } from '../normalise.js'
import { joiningCharacters } from './graphemes.js'
import { lazyPattern } from '../lazy-pattern.js'

/** A text in normal form, and where its parts come from. */
export interface NormalisedText {
  readonly text: string
  /** Where in the source begins what the unit at an index comes from. */
  readonly startOf: (index: number) => number
  /** Where in the source ends what the unit at an index comes from. */
  readonly endOf: (index: number) => number
}

/** Part of a source, and what becomes of it. */
interface Part {
  readonly source: string
  readonly form: string
}

/** A part that stays as it is, or one of which all is made from all, with its places. */
interface Stretch {
  readonly index: number
  readonly source: number
  readonly sourceLength: number
  readonly isSame: boolean
}

/** What normal form leaves out, so that what stands around it meets. */
const invisible = '\\u00ad\\u0640\\u200b-\\u200d\\u2060\\ufeff'
/** Of these, and of what becomes one of them, syllables are composed. */
const hangulLetters = '\\u1100-\\u11ff\\u3131-\\u318e\\ud7b0-\\ud7fb\\uffa0-\\uffdc'
const joining = `[${joiningCharacters}${invisible}${hangulLetters}]`
/**
 * Parts that have the same normal form each alone as together; most letters and common punctuation stay as they are, so
 * they come in runs.
 */
const independent = lazyPattern(
  `[\\0-\\x7f\\xb7\\u2013\\u2014\\u2018-\\u201e\\p{L}]+(?!${joining})|[^]${joining}*`,
  'gu',
)
const single = lazyPattern(`[^]${joining}*`, 'gu')

/**
 * What stays as it is, and wide forms of ASCII: each character has a normal form of one character, whatever stands beside
 * it.
 */
const plain = [
  String.raw`\0-\x7f\u00b7\u00c0-\u00ff\u0410-\u044f\u2013\u2014\u2018-\u201e\u2022`,
  String.raw`\u3000-\u3002\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e`,
].join('')
const oneByOne = new RegExp(`^[${plain}]*$`)
/** The same with `…`, which is the one other character that most snippets have. */
const plainOrOmitted = new RegExp(`^[${plain}…]*$`)
const byOmissions = /…|[^…]+/g

function* partsOf(text: string): Generator<Part> {
  const isPlain = plainOrOmitted.test(text)
  for (const [source] of text.matchAll(isPlain ? byOmissions : independent())) {
    const form = normalise(source)
    if (form === source) yield { source, form }
    else
      for (const piece of isPlain ? source : (source.match(single()) ?? []))
        yield { source: piece, form: normalise(piece) }
  }
}

/** The stretch that an index is in. */
function stretchAt(stretches: readonly Stretch[], index: number): Stretch {
  let first = 0
  let last = stretches.length - 1
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if ((stretches[middle]?.index ?? 0) <= index) first = middle
    else last = middle - 1
  }
  return stretches[first] ?? { index: 0, source: 0, sourceLength: 0, isSame: true }
}

/** Normalises a text so that every place in the result has its place in the source. */
export function normaliseText(text: string): NormalisedText {
  const normalised = normalise(text)
  if (normalised === text || oneByOne.test(text)) {
    return { text: normalised, startOf: (index) => index, endOf: (index) => index + 1 }
  }
  const stretches: Stretch[] = []
  let normal = ''
  let place = 0
  for (const { source, form } of partsOf(text)) {
    const isSame = form === source
    if (form !== '')
      stretches.push({ index: normal.length, source: place, sourceLength: source.length, isSame })
    normal += form
    place += source.length
  }
  return {
    text: normal,
    startOf(at) {
      const { isSame, index, source } = stretchAt(stretches, at)
      return isSame ? source + at - index : source
    },
    endOf(at) {
      const { isSame, index, source, sourceLength } = stretchAt(stretches, at)
      return isSame ? source + at - index + 1 : source + sourceLength
    },
  }
}
