import type { Decoder, Encoder, Weights } from './models.js'

/*
 * Reference implementations of the models, from their papers and Hugging Face's modeling files, in double precision and
 * without a library, to check native code.
 */

type Vector = readonly number[]

/** How an implementation rounds keys and values, or approximates. */
interface Precision {
  readonly keep?: (value: number) => number
  readonly gelu?: (value: number) => number
}

/** The logits of a pair, one per label. */
export function encoderLogits(
  { weights, layers, heads, epsilon }: Encoder,
  { ids, types = [] }: { readonly ids: Vector; readonly types?: Vector | undefined },
  { keep = same, gelu = exactGelu }: Precision = {},
): number[] {
  const { row, linear, layerNorm } = parametersOf(weights)
  const norm = (name: string, ...vectors: readonly Vector[]) => layerNorm(name, sum(...vectors), epsilon)
  let states: Vector[] = ids.map((id, place) =>
    norm('token_embd_norm', row('token_embd', id), row('position_embd', place), row('token_types', types[place] ?? 0)),
  )
  for (let index = 0; index < layers; index += 1) {
    const block = `blk.${index}`
    const each = (name: string) => states.map((state) => linear(`${block}.${name}`, state))
    const kept = (name: string) => each(name).map((vector) => vector.map(keep))
    const attended = attend(each('attn_q'), { keys: kept('attn_k'), values: kept('attn_v'), heads })
    states = states.map((state, place) => {
      const middle = norm(`${block}.attn_output_norm`, state, linear(`${block}.attn_output`, attended[place] ?? []))
      const inner = linear(`${block}.ffn_up`, middle).map(gelu)
      return norm(`${block}.layer_output_norm`, middle, linear(`${block}.ffn_down`, inner))
    })
  }
  return linear('cls.output', linear('cls', states[0] ?? []).map(Math.tanh))
}

/** The logits of `yes` and `no` after a prompt. */
export function decoderLogits(
  { weights, layers, heads, sharedHeads, headWidth, rotaryBase }: Decoder,
  ids: Vector,
  { keep = same }: Precision = {},
): number[] {
  const { row, linear, rmsNorm } = parametersOf(weights)
  let states: Vector[] = ids.map((id) => row('token_embd', id))
  for (let index = 0; index < layers; index += 1) {
    const block = `blk.${index}`
    const normed = states.map((state) => rmsNorm(`${block}.attn_norm`, state))
    const each = (name: string) => normed.map((state) => linear(`${block}.${name}`, state))
    const turn = (name: string, vector: Vector, place: number) =>
      split(vector, headWidth).flatMap((head) => rotate(rmsNorm(`${block}.${name}_norm`, head), place, rotaryBase))
    const turned = (name: string) => each(name).map((vector, place) => turn(name, vector, place))
    const [keys, values] = [turned('attn_k'), each('attn_v')].map((vectors) => vectors.map((vector) => vector.map(keep)))
    const attended = attend(turned('attn_q'), { keys, values, heads, sharedHeads, isCausal: true })
    states = states.map((state, place) => {
      const middle = sum(state, linear(`${block}.attn_output`, attended[place] ?? []))
      const input = rmsNorm(`${block}.ffn_norm`, middle)
      const up = linear(`${block}.ffn_up`, input)
      const gated = linear(`${block}.ffn_gate`, input).map((gate, slot) => (gate / (1 + Math.exp(-gate))) * (up[slot] ?? NaN))
      return sum(middle, linear(`${block}.ffn_down`, gated))
    })
  }
  return linear('cls.output', rmsNorm('output_norm', states.at(-1) ?? []))
}

const same = (value: number) => value
const exactGelu = (value: number) => (value / 2) * (1 + erf(value / Math.SQRT2))

/** By its Taylor series. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x)
  let [term, total] = [x, x]
  for (let n = 1; n < 120; n += 1) {
    term *= (-x * x) / n
    total += term / (2 * n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * total
}

const dot = (a: Vector, b: Vector) => a.reduce((total, value, slot) => total + value * (b[slot] ?? NaN), 0)
const sum = (...vectors: readonly Vector[]) =>
  (vectors[0] ?? []).map((_, slot) => vectors.reduce((total, vector) => total + (vector[slot] ?? NaN), 0))
const split = (vector: Vector, width: number) =>
  Array.from({ length: vector.length / width }, (_, head) => vector.slice(head * width, (head + 1) * width))

function parametersOf(weights: Weights) {
  const vector = (name: string) => [...(weights[name]?.values ?? [])]
  const rows = (name: string) => split(vector(`${name}.weight`), weights[`${name}.weight`]?.shape[1] ?? NaN)
  const scaled = (name: string, values: Vector, deviation: number) => {
    const scales = vector(`${name}.weight`)
    return values.map((value, slot) => (value / deviation) * (scales[slot] ?? NaN))
  }
  return {
    row: (name: string, index: number) => rows(name)[index] ?? [],
    linear(name: string, input: Vector) {
      const products = rows(name).map((row) => dot(row, input))
      return `${name}.bias` in weights ? sum(products, vector(`${name}.bias`)) : products
    },
    layerNorm(name: string, input: Vector, epsilon: number) {
      const mean = input.reduce((total, value) => total + value, 0) / input.length
      const centred = input.map((value) => value - mean)
      const deviation = Math.sqrt(dot(centred, centred) / input.length + epsilon)
      return sum(scaled(name, centred, deviation), vector(`${name}.bias`))
    },
    rmsNorm: (name: string, input: Vector) => scaled(name, input, Math.sqrt(dot(input, input) / input.length + 1e-6)),
  }
}

/** Rotary positions: each element of the first half rotates with one of the second half. */
function rotate(head: Vector, place: number, base: number): number[] {
  const half = head.length / 2
  return head.map((value, slot) => {
    const angle = place * base ** (-(slot % half) / half)
    const other = slot < half ? -(head[slot + half] ?? NaN) : (head[slot - half] ?? NaN)
    return value * Math.cos(angle) + other * Math.sin(angle)
  })
}

interface Attended {
  readonly keys: readonly Vector[] | undefined
  readonly values: readonly Vector[] | undefined
  readonly heads: number
  /** The number of heads of keys and values, each shared by several query heads. Default: not shared. */
  readonly sharedHeads?: number
  readonly isCausal?: boolean
}

function attend(queries: readonly Vector[], { keys = [], values = [], heads, sharedHeads = heads, isCausal = false }: Attended) {
  const width = (queries[0]?.length ?? 0) / heads
  const headOf = (vector: Vector = [], head = 0) => vector.slice(head * width, (head + 1) * width)
  return queries.map((query, place) =>
    Array.from({ length: heads }, (_, head) => {
      const shared = Math.floor((head * sharedHeads) / heads)
      const seen = keys.slice(0, isCausal ? place + 1 : keys.length)
      const scores = seen.map((key) => Math.exp(dot(headOf(query, head), headOf(key, shared)) / Math.sqrt(width)))
      const total = scores.reduce((all, score) => all + score, 0)
      return sum(...scores.map((score, at) => headOf(values[at], shared).map((value) => (value * score) / total)))
    }).flat(),
  )
}
