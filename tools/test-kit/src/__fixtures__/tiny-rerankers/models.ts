import { createRandom } from '../../random.js'

/** Tensors by their names in GGUF files. A matrix has one row per output. */
export type Weights = Readonly<Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>>

type Shapes = Readonly<Record<string, readonly number[]>>

/** Pseudo-random numbers that are the same on every machine: around 1 for the scales of norms, else around 0. */
function draw(shapes: Shapes, seed: number): Weights {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const random = createRandom(seed, name)
      const [centre, spread] = [name.endsWith('norm.weight') ? 1 : 0, shape.length > 1 ? 0.6 : 0.4]
      const length = shape.reduce((product, size) => product * size, 1)
      return [name, { shape, values: Float32Array.from({ length }, () => centre + (random.next() - 0.5) * spread) }]
    }),
  )
}

const [width, inner, layers, places] = [16, 32, 2, 64]

const weight = (name: string, outputs: number, inputs = width) => ({ [`${name}.weight`]: [outputs, inputs] })
const scale = (name: string, size = width) => ({ [`${name}.weight`]: [size] })
const biased = (name: string, outputs: number, inputs = width) => ({ ...weight(name, outputs, inputs), [`${name}.bias`]: [outputs] })
const norm = (name: string) => ({ ...scale(name), [`${name}.bias`]: [width] })
const blocks = (shapesOf: (name: string) => Shapes): Shapes =>
  Object.assign({}, ...Array.from({ length: layers }, (_, index) => shapesOf(`blk.${index}`)))

/** BERT or XLM-RoBERTa with a classification head: a dense layer with tanh over the first token, and labels. */
export type Encoder = ReturnType<typeof drawEncoder>

/** An encoder with two layers. `hasTypes`: whether it distinguishes the parts of a pair, like BERT. */
export function drawEncoder(vocabulary: number, { seed = 1, labels = 1, hasTypes = true }) {
  const weights = draw(
    {
      ...weight('token_embd', vocabulary),
      ...weight('position_embd', places),
      ...weight('token_types', hasTypes ? 2 : 1),
      ...norm('token_embd_norm'),
      ...blocks((block) => ({
        ...Object.assign({}, ...['q', 'k', 'v', 'output'].map((name) => biased(`${block}.attn_${name}`, width))),
        ...norm(`${block}.attn_output_norm`),
        ...biased(`${block}.ffn_up`, inner),
        ...biased(`${block}.ffn_down`, width, inner),
        ...norm(`${block}.layer_output_norm`),
      })),
      ...biased('cls', width),
      ...biased('cls.output', labels),
    },
    seed,
  )
  return { weights, width, inner, heads: 2, layers, places, epsilon: hasTypes ? 1e-12 : 1e-5, labels, hasTypes }
}

/** Qwen3 with two output rows for `yes` and `no`, like its reranker in GGUF format. */
export type Decoder = ReturnType<typeof drawDecoder>

/** A decoder with two layers. The heads share keys and values, and are wider than width ÷ heads. */
export function drawDecoder(vocabulary: number, seed: number) {
  const [heads, sharedHeads, headWidth] = [2, 1, 16]
  const weights = draw(
    {
      ...weight('token_embd', vocabulary),
      ...blocks((block) => ({
        ...scale(`${block}.attn_norm`),
        ...weight(`${block}.attn_q`, heads * headWidth),
        ...weight(`${block}.attn_k`, sharedHeads * headWidth),
        ...weight(`${block}.attn_v`, sharedHeads * headWidth),
        ...scale(`${block}.attn_q_norm`, headWidth),
        ...scale(`${block}.attn_k_norm`, headWidth),
        ...weight(`${block}.attn_output`, width, heads * headWidth),
        ...scale(`${block}.ffn_norm`),
        ...weight(`${block}.ffn_gate`, inner),
        ...weight(`${block}.ffn_up`, inner),
        ...weight(`${block}.ffn_down`, width, inner),
      })),
      ...scale('output_norm'),
      ...weight('cls.output', 2),
    },
    seed,
  )
  return { weights, width, inner, layers, heads, sharedHeads, headWidth, rotaryBase: 1_000_000 }
}
