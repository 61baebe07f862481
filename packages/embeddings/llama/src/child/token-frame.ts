export interface TokenFrame<Token> {
  readonly begin: readonly Token[]
  readonly end: readonly Token[]
}

interface SpecialTokens<Token> {
  readonly bos: Token | null
  readonly eos: Token | null
  readonly sep: Token | null
  readonly shouldPrependBosToken: boolean
  readonly shouldAppendEosToken: boolean
}

/**
 * The tokens around every text by kind of vocabulary, as in llama.cpp (`llama_tokenize` in llama-vocab.cpp): WordPiece
 * (`wpm`, BERT) always has CLS and SEP, unigram (`ugm`, e5 and bge-m3) BOS if the file says so and always EOS, others
 * what the file says. node-llama-cpp omits the BOS of unigram texts.
 */
export function frameOf<Token>(vocabulary: string, tokens: SpecialTokens<Token>): TokenFrame<Token> {
  if (vocabulary === 'rwkv') return { begin: [], end: [] }
  if (vocabulary === 'wpm') return { begin: present(tokens.bos), end: present(tokens.sep) }
  const begin = tokens.shouldPrependBosToken ? present(tokens.bos) : []
  const end = vocabulary === 'ugm' || tokens.shouldAppendEosToken ? present(tokens.eos) : []
  return { begin, end }
}

/** The framed tokens of a text, which is cut so that all fit into the limit. */
export function frameTokens<Token>(
  content: readonly Token[],
  { frame, limit }: { frame: TokenFrame<Token>; limit: number },
): Token[] {
  const room = Math.max(0, limit - frame.begin.length - frame.end.length)
  return [...frame.begin, ...content.slice(0, room), ...frame.end]
}

function present<Token>(token: Token | null): Token[] {
  return token === null ? [] : [token]
}
