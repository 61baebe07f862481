import type { ModelFolder } from './read-model-folder.js'

/** What the files say of a model. */
export interface ModelFacts {
  /** Length of every vector; undefined where `config.json` does not say. */
  readonly dimensions: number | undefined
  /** The most tokens of a text, those of its frame included. */
  readonly maxTokens: number
}

/** BERT's, which most embedding models have; for files that do not say. */
const usualMaxTokens = 512

/** Architectures whose places begin behind that of the padding: two of 514 are never a token's. */
const offsetArchitectures: ReadonlySet<unknown> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet'])

/** Reads `config.json` and `tokenizer_config.json`; the smaller of the two limits counts. */
export function readFacts({
  config,
  tokenizerConfig,
}: Pick<ModelFolder, 'config' | 'tokenizerConfig'>): ModelFacts {
  const { hidden_size, model_type, pad_token_id, max_position_embeddings } = config as Record<string, unknown>
  const { model_max_length } = tokenizerConfig as Record<string, unknown>
  const offset = offsetArchitectures.has(model_type) ? (natural(pad_token_id) ?? 1) + 1 : 0
  const places = (natural(max_position_embeddings) ?? Infinity) - offset
  const limit = Math.min(places, natural(model_max_length) ?? Infinity)
  return {
    dimensions: natural(hidden_size),
    maxTokens: Number.isFinite(limit) && limit > 0 ? limit : usualMaxTokens,
  }
}

/** The value if it is a whole number above zero; tokenizers without a limit say 1e30, which is none. */
function natural(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
