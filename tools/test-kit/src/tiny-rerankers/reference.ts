import type { Encoder } from './encoder.js'
import type { Decoder } from './decoder.js'
import type { Weights } from './weights.js'

/*
 * What the models compute, written down from their papers and from Hugging Face's modeling files, in double precision and with no
 * library: what native code computes is compared with it.
 */

type Vector = readonly number[]

/** Where an implementation rounds or approximates. */
export interface Precision {
  /** Of keys and values that are kept. */
  readonly keep?: (value: number) => number
  readonly gelu?: (value: number) => number
}

/** The logits of a pair, one for each label. */
export function encoderLogits(
  { weights, layers, heads, epsilon }: Encoder,
  { ids, types = [] }: { readonly ids: Vector; readonly types?: Vector | undefined },
  { keep = same, gelu = exactGelu }: Precision = {},
): number[] {
  const norm = (name: string, vector: Vector) => layerNorm(weights, name, { vector, epsilon })
  let states: Vector[] = ids.map((id, place) => {
    const parts = [row(weights, 'token_embd', id), row(weights, 'position_embd', place)]
    return norm('token_embd_norm', sum(...parts, row(weights, 'token_types', types[place] ?? 0)))
  })
  for (let index = 0; index < layers; index += 1) {
    const block = `blk.${index}`
    const each = (name: string) => states.map((state) => linear(weights, `${block}.${name}`, state))
    const [keys, values] = [each('attn_k'), each('attn_v')].map((vectors) =>
      vectors.map((one) => one.map(keep)),
    )
    const attended = attend(each('attn_q'), { keys: keys ?? [], values: values ?? [], heads })
    const middle = states.map((state, place) =>
      norm(
        `${block}.attn_output_norm`,
        sum(state, linear(weights, `${block}.attn_output`, attended[place] ?? [])),
      ),
    )
    states = middle.map((state) => {
      const inner = linear(weights, `${block}.ffn_up`, state).map(gelu)
      return norm(`${block}.layer_output_norm`, sum(state, linear(weights, `${block}.ffn_down`, inner)))
    })
  }
  return linear(weights, 'cls.output', linear(weights, 'cls', states[0] ?? []).map(Math.tanh))
}

/** The logits of `yes` and `no` behind a prompt. */
export function decoderLogits(
  { weights, layers, heads, sharedHeads, headWidth, rotaryBase }: Decoder,
  ids: Vector,
  { keep = same }: Precision = {},
): number[] {
  const norm = (name: string, vector: Vector) => rmsNorm(vector, numbers(weights, `${name}.weight`))
  let states: Vector[] = ids.map((id) => row(weights, 'token_embd', id))
  for (let index = 0; index < layers; index += 1) {
    const block = `blk.${index}`
    const normed = states.map((state) => norm(`${block}.attn_norm`, state))
    const each = (name: string) => normed.map((state) => linear(weights, `${block}.${name}`, state))
    const turned = (name: string) =>
      each(name).map((vector, place) =>
        split(vector, headWidth).flatMap((head) =>
          rotate(norm(`${block}.${name}_norm`, head), place, rotaryBase),
        ),
      )
    const keys = turned('attn_k').map((vector) => vector.map(keep))
    const kept = each('attn_v').map((vector) => vector.map(keep))
    const attended = attend(turned('attn_q'), { keys, values: kept, heads, sharedHeads, isCausal: true })
    const middle = states.map((state, place) =>
      sum(state, linear(weights, `${block}.attn_output`, attended[place] ?? [])),
    )
    states = middle.map((state) => {
      const input = norm(`${block}.ffn_norm`, state)
      const gate = linear(weights, `${block}.ffn_gate`, input).map((value) => value / (1 + Math.exp(-value)))
      const up = linear(weights, `${block}.ffn_up`, input)
      return sum(
        state,
        linear(
          weights,
          `${block}.ffn_down`,
          gate.map((value, slot) => value * (up[slot] ?? NaN)),
        ),
      )
    })
  }
  return linear(weights, 'cls.output', norm('output_norm', states.at(-1) ?? []))
}

const same = (value: number) => value

function exactGelu(value: number): number {
  return (value / 2) * (1 + erf(value / Math.SQRT2))
}

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

function numbers(weights: Weights, name: string): Float32Array {
  const tensor = weights[name]
  if (tensor === undefined) throw new RangeError(`There is no tensor ${name}.`)
  return tensor.values
}

function row(weights: Weights, name: string, index: number): number[] {
  const width = weights[`${name}.weight`]?.shape[1] ?? 0
  return [...numbers(weights, `${name}.weight`).subarray(index * width, (index + 1) * width)]
}

const dot = (a: Vector, b: Vector) => a.reduce((total, value, slot) => total + value * (b[slot] ?? NaN), 0)

const sum = (...vectors: readonly Vector[]) =>
  (vectors[0] ?? []).map((_, slot) => vectors.reduce((total, vector) => total + (vector[slot] ?? NaN), 0))

function linear(weights: Weights, name: string, vector: Vector): number[] {
  const bias = weights[`${name}.bias`]?.values
  const outputs = weights[`${name}.weight`]?.shape[0] ?? 0
  return Array.from(
    { length: outputs },
    (_, output) => dot(vector, row(weights, name, output)) + (bias?.[output] ?? 0),
  )
}

function layerNorm(weights: Weights, name: string, { vector, epsilon }: { vector: Vector; epsilon: number }) {
  const mean = vector.reduce((total, value) => total + value, 0) / vector.length
  const centred = vector.map((value) => value - mean)
  const deviation = Math.sqrt(dot(centred, centred) / vector.length + epsilon)
  const [scales, shifts] = [numbers(weights, `${name}.weight`), numbers(weights, `${name}.bias`)]
  return centred.map((value, slot) => (value / deviation) * (scales[slot] ?? NaN) + (shifts[slot] ?? NaN))
}

function rmsNorm(vector: Vector, scales: Float32Array): number[] {
  const deviation = Math.sqrt(dot(vector, vector) / vector.length + 1e-6)
  return vector.map((value, slot) => (value / deviation) * (scales[slot] ?? NaN))
}

/** Rotary positions: each slot of the first half turns with the one in the second half. */
function rotate(head: Vector, place: number, base: number): number[] {
  const half = head.length / 2
  return head.map((value, slot) => {
    const angle = place * base ** (-(slot % half) / half)
    const other = slot < half ? -(head[slot + half] ?? NaN) : (head[slot - half] ?? NaN)
    return value * Math.cos(angle) + other * Math.sin(angle)
  })
}

const split = (vector: Vector, width: number) =>
  Array.from({ length: vector.length / width }, (_, head) => vector.slice(head * width, (head + 1) * width))

interface Attended {
  readonly keys: readonly Vector[]
  readonly values: readonly Vector[]
  readonly heads: number
  /** Heads of keys and values, each of which serves several of the queries; default as many. */
  readonly sharedHeads?: number
  readonly isCausal?: boolean
}

function attend(
  queries: readonly Vector[],
  { keys, values: kept, heads, sharedHeads = heads, isCausal = false }: Attended,
): number[][] {
  const width = (queries[0]?.length ?? 0) / heads
  const headOf = (vector: Vector, head: number) => vector.slice(head * width, (head + 1) * width)
  return queries.map((query, place) =>
    Array.from({ length: heads }, (_, head) => {
      const shared = Math.floor((head * sharedHeads) / heads)
      const seen = isCausal ? place + 1 : keys.length
      const scores = keys
        .slice(0, seen)
        .map((key) => Math.exp(dot(headOf(query, head), headOf(key, shared)) / Math.sqrt(width)))
      const total = scores.reduce((all, score) => all + score, 0)
      return sum(
        ...scores.map((score, at) => headOf(kept[at] ?? [], shared).map((value) => (value * score) / total)),
      )
    }).flat(),
  )
}
