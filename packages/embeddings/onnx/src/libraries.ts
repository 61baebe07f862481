/** A loaded network. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /**
   * Computes one output of inputs that are one row of whole numbers each. The result depends on the file and can be
   * anything.
   */
  run(
    inputs: Readonly<Record<string, BigInt64Array>>,
    output: string,
  ): Promise<{ readonly dims: readonly number[]; readonly data: unknown }>
  /** Frees the model. */
  release(): Promise<void>
}

/** The token numbers of a text, `framed` by the special tokens of the model or bare. */
export type Tokenize = (text: string, options: { framed: boolean }) => readonly number[]

/** The functions of ONNX Runtime and of a tokenizer that are used. */
export interface OnnxLibraries {
  /** Loads an ONNX file to compute on this many threads. */
  openSession(path: string, threads: number): Promise<OnnxSession>
  /** Creates a tokenizer from the contents of `tokenizer.json` and `tokenizer_config.json`. */
  createTokenizer(tokenizer: object, config: object): Tokenize
}

/** Imports ONNX Runtime with its native code, and Hugging Face's tokenizers; rejects where they do not run. */
export async function importLibraries(): Promise<OnnxLibraries> {
  const [{ InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ])
  return {
    async openSession(path, threads) {
      const session = await InferenceSession.create(path, {
        executionProviders: ['cpu'],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
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
        release: () => session.release(),
      }
    },
    createTokenizer(tokenizer, config) {
      const model = new Tokenizer(tokenizer, config)
      return (text, { framed }) => model.encode(text, { add_special_tokens: framed }).ids
    },
  }
}
