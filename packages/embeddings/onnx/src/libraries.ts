import { readablePart } from '@recallite/embeddings/process'

/** A loaded network. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Computes one output from integer inputs. The result depends on the file and can be any value. */
  run(
    inputs: Readonly<Record<string, BigInt64Array>>,
    output: string,
  ): Promise<{ readonly dims: readonly number[]; readonly data: unknown }>
}

/** The token ids of a text, with (`framed`) or without the special tokens of the model. */
export type Tokenize = (text: string, options: { framed: boolean }) => readonly number[]

export interface Tokens {
  readonly ids: readonly number[]
  /** The segment of each token, 0 or 1; default 0. */
  readonly types?: readonly number[] | undefined
}

/** The framed tokens of a query and a text. */
export type TokenizePair = (query: string, text: string) => Tokens & { readonly types: readonly number[] }

/** Opens an ONNX file; rejects if it is damaged, or ONNX Runtime does not run here. */
export async function openSession(path: string, threads: number): Promise<OnnxSession> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const session = await InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Spinning threads take time from other programs, and twice the energy.
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

export async function createTokenizer(tokenizer: object, config: object) {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const model = new Tokenizer(tokenizer, config)
  const tokenize: Tokenize = (text, { framed }) => model.encode(text, { add_special_tokens: framed }).ids
  // The library gives the second part of a RoBERTa pair type 1; the original gives all tokens type 0.
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

/** Rejects with the reason if ONNX Runtime does not run here. */
export async function assertRuntime(): Promise<void> {
  await import('onnxruntime-node')
}

/** Cuts long texts at the end and retains the special tokens around them. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
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
