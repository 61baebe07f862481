import type { LlamaModel, Token } from 'node-llama-cpp'
import type { GgufHeader } from './read-gguf-header.js'
import { Refusal } from './refusal.js'
import { frameOf, frameTokens, type TokenFrame } from './token-frame.js'

/** Characters per token beyond which no real text goes; what is further on is not even tokenized. */
const mostCharactersPerToken = 100

/** Turns one text at a time into its vector, cut at the end of the context. */
export type Embedder = (text: string) => Promise<Float32Array>

/** How much of a text is read, and by how many threads. */
export interface EmbedderLimits {
  readonly contextSize: number
  readonly threads: number
}

/**
 * An embedder for a loaded model, tried on a text.
 * @throws Refusal when its vectors are not numbers
 */
export async function createEmbedder(
  model: LlamaModel,
  header: GgufHeader,
  { contextSize, threads }: EmbedderLimits,
): Promise<Embedder> {
  const limit = Math.min(model.trainContextSize, contextSize)
  // Smaller batches than the context would embed long texts wrongly.
  const context = await model.createEmbeddingContext({ contextSize: limit, batchSize: limit, threads })
  const frame = frameOfModel(model, header)
  const embed: Embedder = async (text) => {
    const content = model.tokenize(text.slice(0, limit * mostCharactersPerToken))
    // The library wants one place of the context left over.
    const tokens = frameTokens(content, { frame, limit: limit - 1 })
    if (tokens.length === 0) throw new Refusal('the model has no tokens for it')
    const { vector } = await context.getEmbeddingFor(tokens)
    return Float32Array.from(vector)
  }
  await assertSound(embed)
  return embed
}

function frameOfModel({ vocabularyType, tokens }: LlamaModel, header: GgufHeader): TokenFrame<Token> {
  const { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken } = tokens
  // The library forgets the end in vocabularies that have no beginning.
  const appendsEos = shouldAppendEosToken || header.get('tokenizer.ggml.add_eos_token') === true
  return frameOf(vocabularyType, { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken: appendsEos })
}

/** Weights that rotted on the disk often make every vector NaN. The first text also takes longer than all others. */
async function assertSound(embed: Embedder): Promise<void> {
  const vector = await embed('a text to try the model with')
  if (!vector.every(Number.isFinite)) throw new Refusal('it is damaged: its vectors are not numbers')
}
