import { readablePart } from '@recallite/embeddings/process'

/** A loaded network. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Computes one output of inputs that are whole numbers each. The result depends on the file and can be anything. */
  run(
    inputs: Readonly<Record<string, BigInt64Array>>,
    output: string,
  ): Promise<{ readonly dims: readonly number[]; readonly data: unknown }>
}

/** The token numbers of a text, `framed` by the special tokens of the model or bare. */
export type Tokenize = (text: string, options: { framed: boolean }) => readonly number[]

/** The tokens of a text, or of a query with a text. */
export interface Tokens {
  readonly ids: readonly number[]
  /** Which of the two each belongs to, 0 or 1; default 0. */
  readonly types?: readonly number[] | undefined
}

/** The framed tokens of a query with a text. */
export type TokenizePair = (query: string, text: string) => Tokens & { readonly types: readonly number[] }

/** Opens an ONNX file to compute on this many threads; rejects if it is damaged, or ONNX Runtime does not run here. */
export async function openSession(path: string, threads: number): Promise<OnnxSession> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const session = await InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Threads that spin while they wait take time from other programs, and twice the energy.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    // Errors are reported as rejections; the rest would be written to standard error.
    logSeverityLevel: 4,
  })
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(inputs, output) {
      const feeds = Object.entries(inputs).map(
        ([name, values]) => [name, new Tensor('int64', values, [1, values.length])] as const,
      )
      const { [output]: tensor } = await session.run(Object.fromEntries(feeds), [output])
      return { dims: tensor?.dims ?? [], data: tensor?.data }
    },
  }
}

/** Creates a tokenizer from the contents of `tokenizer.json` and `tokenizer_config.json`. */
export async function createTokenizer(tokenizer: object, config: object) {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const model = new Tokenizer(tokenizer, config)
  const tokenize: Tokenize = (text, { framed }) => model.encode(text, { add_special_tokens: framed }).ids
  // The library gives the second part of a RoBERTa pair the type 1, where the original gives all the type 0.
  const isRoberta = JSON.stringify(tokenizer).includes('"type":"RobertaProcessing"')
  const tokenizePair: TokenizePair = (query, text) => {
    const { ids, token_type_ids: types } = model.encode(query, {
      text_pair: text,
      return_token_type_ids: true,
    })
    return { ids, types: isRoberta ? ids.map(() => 0) : types }
  }
  return { tokenize, tokenizePair }
}

/** Whether ONNX Runtime and its native code run here; rejects with the reason if not. */
export async function assertRuntime(): Promise<void> {
  await import('onnxruntime-node')
}

/** A tokenizer that cuts texts that are too long at their end and keeps the special tokens around them. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
  // The number of special tokens after a text.
  const bare = tokenize('a', { framed: false })
  const framed = tokenize('a', { framed: true })
  const last = bare.at(-1)
  const closing = last === undefined ? 0 : framed.length - 1 - framed.lastIndexOf(last)
  return (text) => {
    const tokens = tokenize(readablePart(text, maxTokens), { framed: true })
    if (tokens.length <= maxTokens) return tokens
    const begun = tokens.slice(0, Math.max(0, maxTokens - closing))
    return [...begun, ...tokens.slice(tokens.length - closing)]
  }
}
