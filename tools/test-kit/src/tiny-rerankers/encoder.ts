import { drawWeights, layer, type Weights } from './weights.js'

/** BERT or XLM-RoBERTa with the head of a sequence classifier: a dense layer with tanh over the first token, and one label. */
export interface Encoder {
  readonly weights: Weights
  readonly width: number
  readonly heads: number
  readonly layers: number
  /** Tokens of a pair that it has places for. */
  readonly places: number
  readonly epsilon: number
  readonly labels: number
  /** Whether it knows which part a token belongs to. */
  readonly hasTypes: boolean
}

/** An encoder of two layers whose weights are drawn. */
export function drawEncoder(
  vocabulary: number,
  { seed = 1, labels = 1, hasTypes = true }: { seed?: number; labels?: number; hasTypes?: boolean } = {},
): Encoder {
  const [width, inner, places, layers] = [16, 32, 64, 2]
  const norm = (name: string) => ({ [`${name}.weight`]: [width], [`${name}.bias`]: [width] })
  const block = (name: string) => ({
    ...layer(`${name}.attn_q`, width, width),
    ...layer(`${name}.attn_k`, width, width),
    ...layer(`${name}.attn_v`, width, width),
    ...layer(`${name}.attn_output`, width, width),
    ...norm(`${name}.attn_output_norm`),
    ...layer(`${name}.ffn_up`, inner, width),
    ...layer(`${name}.ffn_down`, width, inner),
    ...norm(`${name}.layer_output_norm`),
  })
  const shapes = {
    'token_embd.weight': [vocabulary, width],
    'position_embd.weight': [places, width],
    'token_types.weight': [hasTypes ? 2 : 1, width],
    ...norm('token_embd_norm'),
    ...Object.assign({}, ...Array.from({ length: layers }, (_, index) => block(`blk.${index}`))),
    ...layer('cls', width, width),
    ...layer('cls.output', labels, width),
  }
  const epsilon = hasTypes ? 1e-12 : 1e-5
  return { weights: drawWeights(shapes, seed), width, heads: 2, layers, places, epsilon, labels, hasTypes }
}
