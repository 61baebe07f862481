import { beginningOf } from './cut.js'
import { excerptLength, joinParts } from './excerpt.js'
import type { FlatText, Sentence } from './flat-text.js'
import type { TextRange } from './text-range.js'

/** Sentences by their places, the most important first, to be shown in at most `length` units. */
interface Chosen {
  readonly places: readonly number[]
  readonly length: number
}

/** Where the next sentence may be added. */
interface Edge {
  place: number
  readonly step: 1 | -1
}

/** Adds the sentences around the chosen ones by turns, behind and before, as long as they fit whole. */
function addSentences({ text, sentences }: FlatText, { places, length }: Chosen): TextRange[] {
  let parts = joinParts(
    text,
    places.flatMap((place) => sentences[place] ?? []),
  )
  const advance = (edge: Edge): boolean => {
    edge.place += edge.step
    const sentence = sentences[edge.place]
    if (!sentence) return false
    const more = joinParts(text, [...parts, sentence])
    if (excerptLength(text, more) > length) return false
    parts = more
    return true
  }
  let edges = places.flatMap((place): Edge[] => [
    { place, step: 1 },
    { place, step: -1 },
  ])
  while (edges.length > 0) edges = edges.filter(advance)
  return parts
}

/** The sentence behind the part that holds the most important one. */
function nextSentence({ sentences }: FlatText, parts: readonly TextRange[], main = 0): Sentence | undefined {
  const part = parts.find(({ end }) => end > (sentences[main]?.start ?? 0))
  return part && sentences.find(({ start }) => start >= part.end)
}

/** Three units may come between a part and the next. */
const joint = 3
/** Less would hardly be a word. */
const leastBeginning = 24

/**
 * The chosen sentences with as many of their neighbours as fit. Neighbours are shown whole; only where they are cut
 * already, or more than half of the length would stay empty (a heading before a long sentence), in part.
 */
export function addContext(flat: FlatText, chosen: Chosen): TextRange[] {
  const { text } = flat
  const parts = addSentences(flat, chosen)
  const room = chosen.length - excerptLength(text, parts)
  const next = nextSentence(flat, parts, chosen.places[0])
  const mayBeCut = next?.isContinuation === true || room * 2 > chosen.length
  if (!next || !mayBeCut || room < joint + leastBeginning) return parts
  return joinParts(text, [...parts, beginningOf(text, next, room - joint)])
}
