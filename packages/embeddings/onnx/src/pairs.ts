import { maxParts, readablePart, Refusal } from '@recallite/embeddings/process'
import type { Tokenize, TokenizePair, Tokens } from './libraries.js'

/**
 * Frames a query and a text as the tokenizer frames pairs. The query is cut to a quarter of the tokens; a long text becomes
 * several pairs, whose parts overlap by half. Throws `Refusal` if the tokenizer does not join pairs.
 */
export function framePairs(
  { tokenize, tokenizePair }: { readonly tokenize: Tokenize; readonly tokenizePair: TokenizePair },
  maxTokens: number,
): (query: string, text: string) => Tokens[] {
  const { before, between, after, frame } = frameOf(tokenize, tokenizePair)
  const tokensOf = (text: string, max: number) =>
    tokenize(readablePart(text, max), { framed: false }).slice(0, max)
  return (query, text) => {
    const queryTokens = tokensOf(query, Math.floor(maxTokens / 4))
    const room = Math.max(1, maxTokens - frame - queryTokens.length)
    return partsOf(tokensOf(text, maxTokens * maxParts), room).map((part) => ({
      ids: [...before.ids, ...queryTokens, ...between.ids, ...part, ...after.ids],
      types: [
        ...before.types,
        ...queryTokens.map(() => between.queryType),
        ...between.types,
        ...part.map(() => between.textType),
        ...after.types,
      ],
    }))
  }
}

/** The special tokens before, between and after the tokens of a pair. */
function frameOf(tokenize: Tokenize, tokenizePair: TokenizePair) {
  const query = tokenize('a', { framed: false })
  const text = tokenize('b', { framed: false })
  const { ids, types } = tokenizePair('a', 'b')
  const begin = ids.indexOf(query[0] ?? NaN)
  const end = ids.lastIndexOf(text.at(-1) ?? NaN) + 1
  const frame = ids.length - query.length - text.length
  if (begin < 0 || end === 0 || frame < 1)
    throw new Refusal('it does not define how to join a query and a text')
  const cut = (from: number, to?: number) => ({ ids: ids.slice(from, to), types: types.slice(from, to) })
  return {
    before: cut(0, begin),
    between: {
      ...cut(begin + query.length, end - text.length),
      queryType: types[begin] ?? 0,
      textType: types[end - 1] ?? 0,
    },
    after: cut(end),
    frame,
  }
}

/** Parts of up to `room` tokens that overlap by half, the last one as long as the others; one part for an empty text. */
function partsOf(tokens: readonly number[], room: number): readonly number[][] {
  const last = Math.max(0, tokens.length - room)
  const step = Math.max(1, Math.floor(room / 2))
  return Array.from({ length: Math.ceil(last / step) + 1 }, (_, part) => {
    const start = Math.min(part * step, last)
    return tokens.slice(start, start + room)
  })
}
