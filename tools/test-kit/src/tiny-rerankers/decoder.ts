import { drawWeights, type Weights } from './weights.js'

/** Qwen3 with the two rows of its output layer for `yes` and `no`, as its reranker is converted to GGUF. */
export interface Decoder {
  readonly weights: Weights
  readonly width: number
  readonly inner: number
  readonly layers: number
  readonly heads: number
  /** Heads of keys and values, each of which serves several of the queries. */
  readonly sharedHeads: number
  /** More than the width divided by the heads. */
  readonly headWidth: number
  readonly rotaryBase: number
}

/** A decoder of two layers whose weights are drawn. */
export function drawDecoder(vocabulary: number, seed = 1): Decoder {
  const [width, inner, layers, heads, sharedHeads, headWidth] = [16, 32, 2, 2, 1, 16]
  const block = (name: string) => ({
    [`${name}.attn_norm.weight`]: [width],
    [`${name}.attn_q.weight`]: [heads * headWidth, width],
    [`${name}.attn_k.weight`]: [sharedHeads * headWidth, width],
    [`${name}.attn_v.weight`]: [sharedHeads * headWidth, width],
    [`${name}.attn_q_norm.weight`]: [headWidth],
    [`${name}.attn_k_norm.weight`]: [headWidth],
    [`${name}.attn_output.weight`]: [width, heads * headWidth],
    [`${name}.ffn_norm.weight`]: [width],
    [`${name}.ffn_gate.weight`]: [inner, width],
    [`${name}.ffn_up.weight`]: [inner, width],
    [`${name}.ffn_down.weight`]: [width, inner],
  })
  const shapes = {
    'token_embd.weight': [vocabulary, width],
    ...Object.assign({}, ...Array.from({ length: layers }, (_, index) => block(`blk.${index}`))),
    'output_norm.weight': [width],
    'cls.output.weight': [2, width],
  }
  const weights = drawWeights(shapes, seed)
  return { weights, width, inner, layers, heads, sharedHeads, headWidth, rotaryBase: 1_000_000 }
}
