import { cutPieces, type Chunk } from '@recallite/chunker'

/** Not those of addresses and of code. */
const questionMark = /[?？؟]+(?=["'”’»)\]*_]*(?:\s|$))|[？؟]/u

/** Whether a text asks something. */
export const asks = (text: string): boolean => questionMark.test(text)

/** What comes before a text that may be a reply. */
interface Conversation {
  /** The lines, from 1, with which turns begin; undefined if the text is no conversation. */
  readonly turns?: readonly number[] | undefined
  /** What the whole text replies to. */
  readonly replyTo?: string | undefined
}

/**
 * For each chunk that begins a turn, what that turn replies to: of the turn before, the part that asks last; where it asks nothing, its
 * end, if the turn is short. Undefined for all other chunks. The first chunk of a text replies to `replyTo`.
 */
export function replyContexts(
  chunks: readonly Chunk[],
  { turns, replyTo }: Conversation,
): (string | undefined)[] {
  const starts = new Set(turns)
  let before = replyTo
  let asking: string | undefined
  let last: string | undefined
  return chunks.map((chunk, index) => {
    const isStart = index === 0 || starts.has(chunk.startLine)
    if (isStart && index > 0) [before, asking] = [asking ?? last, undefined]
    last = chunk.text
    if (asks(last)) asking = last
    return isStart && before !== undefined ? partToKeep(before, chunk.tokens) : undefined
  })
}

/** A turn of at most so many tokens says little by itself. */
const shortTurn = 20
/** What is looked at of a long text, its end, in UTF-16 units: about as much as a chunk. */
const longestLook = 4000

function partToKeep(before: string, tokens: number): string | undefined {
  const end = before.slice(-longestLook).toWellFormed().trim()
  const pieces = cutPieces(end).map(({ from, to }) => end.slice(from, to))
  const parts = pieces.length > 0 ? pieces : [end]
  return parts.findLast(asks) ?? (tokens <= shortTurn ? parts.at(-1) : undefined)
}
