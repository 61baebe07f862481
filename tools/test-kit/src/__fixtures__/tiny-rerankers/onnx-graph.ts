import { bytes, float, number } from '../../protobuf.js'
import type { Encoder } from './models.js'

const types = { float: 1, int64: 7 }

/** An ONNX file (fields of onnx.proto3, opset 17) of an encoder, with the inputs and the output of Hugging Face's exports. */
export function encodeOnnx(encoder: Encoder, { skipped = 0 }: { readonly skipped?: number } = {}): Buffer {
  const graph = createGraph(encoder)
  for (const [name, { shape, values }] of Object.entries(encoder.weights)) {
    const rows = name === 'position_embd.weight' ? skipped : 0
    const all = Float32Array.from([...Array<number>(rows * encoder.width).fill(9), ...values])
    graph.constant(name, [(shape[0] ?? 0) + rows, ...shape.slice(1)], all)
  }
  let states = embed(graph, encoder, skipped)
  for (let index = 0; index < encoder.layers; index += 1) states = transform(graph, states, `blk.${index}`)
  const pooled = graph.add('Tanh', [graph.linear(graph.add('Gather', [states, graph.whole(0)]), 'cls')])
  const answer = [bytes(1, graph.linear(pooled, 'cls.output')), bytes(2, 'logits'), bytes(4, 'Identity')]
  const inputs = ['input_ids', 'attention_mask', ...(encoder.hasTypes ? ['token_type_ids'] : [])]
  const fields = [
    ...[...graph.nodes, Buffer.concat(answer)].map((node) => bytes(1, node)),
    bytes(2, 'encoder'),
    ...[...graph.constants.values()].map((tensor) => bytes(5, tensor)),
    ...inputs.map((name) => bytes(11, describeTensor(name, types.int64, ['batch', 'tokens']))),
    bytes(12, describeTensor('logits', types.float, ['batch', encoder.labels])),
  ]
  return Buffer.concat([number(1, 8), bytes(7, ...fields), bytes(8, bytes(1, ''), number(2, 17))])
}

type Graph = ReturnType<typeof createGraph>

/** Nodes and constants, and functions that add a node and return the name of its output. */
function createGraph({ width, heads, epsilon }: Encoder) {
  const nodes: Buffer[] = []
  const constants = new Map<string, Buffer>()
  const constant = (name: string, shape: readonly number[], values: Float32Array | BigInt64Array) => {
    const type = values instanceof Float32Array ? types.float : types.int64
    const data = Buffer.from(values.buffer)
    constants.set(name, Buffer.concat([...shape.map((size) => number(1, size)), number(2, type), bytes(8, name), bytes(9, data)]))
    return name
  }
  const whole = (...values: number[]) =>
    constant(`i${values.join('_')}`, [values.length], BigInt64Array.from(values, BigInt))
  const add = (operation: string, inputs: readonly string[], attributes: readonly Buffer[] = []) => {
    const output = `n${nodes.length}`
    const named = [...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operation)]
    nodes.push(Buffer.concat([...named, ...attributes.map((attribute) => bytes(5, attribute))]))
    return output
  }
  const tiny = Buffer.concat([bytes(1, 'epsilon'), float(2, epsilon), number(20, 1)])
  return {
    nodes,
    constants,
    constant,
    whole,
    add,
    real: (value: number) => constant(`f${value}`, [1], Float32Array.of(value)),
    cast: (input: string, type: number) => add('Cast', [input], [integer('to', type)]),
    linear: (input: string, name: string) => add('Gemm', parameters(input, name), [integer('transB', 1)]),
    norm: (input: string, name: string) => add('LayerNormalization', parameters(input, name), [tiny]),
    /** Splits vectors into heads, with the dimensions in this order. */
    split: (input: string, order: readonly number[]) =>
      add('Transpose', [add('Reshape', [input, whole(-1, heads, width / heads)])], [integers('perm', order)]),
    join: (input: string) => add('Reshape', [add('Transpose', [input], [integers('perm', [1, 0, 2])]), whole(-1, width)]),
    flat: (input: string) => add('Squeeze', [input, whole(0)]),
    factor: 1 / Math.sqrt(width / heads),
  }
}

function embed({ add, cast, flat, norm, whole }: Graph, { hasTypes }: Encoder, skipped: number): string {
  const ids = flat('input_ids')
  // XLM-RoBERTa numbers the tokens, except padding, from 2.
  const isToken = skipped > 0 ? add('Not', [add('Equal', [ids, whole(1)])]) : flat('attention_mask')
  const places = add('Add', [add('CumSum', [cast(isToken, types.int64), whole(0)]), whole(skipped - 1)])
  const type = hasTypes ? flat('token_type_ids') : add('Mul', [ids, whole(0)])
  const rows = Object.entries({ token_embd: ids, position_embd: places, token_types: type })
  return norm(add('Sum', rows.map(([table, index]) => add('Gather', [`${table}.weight`, index]))), 'token_embd_norm')
}

function transform({ add, cast, factor, flat, join, linear, norm, real, split }: Graph, states: string, block: string) {
  const hidden = add('Mul', [add('Sub', [real(1), cast(flat('attention_mask'), types.float)]), real(-1e9)])
  const [queries, keys] = [split(linear(states, `${block}.attn_q`), [1, 0, 2]), split(linear(states, `${block}.attn_k`), [1, 2, 0])]
  const scores = add('Add', [add('Mul', [add('MatMul', [queries, keys]), real(factor)]), hidden])
  const attended = add('MatMul', [add('Softmax', [scores]), split(linear(states, `${block}.attn_v`), [1, 0, 2])])
  const middle = norm(add('Add', [states, linear(join(attended), `${block}.attn_output`)]), `${block}.attn_output_norm`)
  const inner = linear(middle, `${block}.ffn_up`)
  const cumulative = add('Add', [add('Erf', [add('Mul', [inner, real(Math.SQRT1_2)])]), real(1)])
  const active = add('Mul', [add('Mul', [inner, cumulative]), real(0.5)])
  return norm(add('Add', [middle, linear(active, `${block}.ffn_down`)]), `${block}.layer_output_norm`)
}

const parameters = (input: string, name: string) => [input, `${name}.weight`, `${name}.bias`]
const integer = (name: string, value: number) => Buffer.concat([bytes(1, name), number(3, value), number(20, 2)])
const integers = (name: string, values: readonly number[]) =>
  Buffer.concat([bytes(1, name), ...values.map((value) => number(8, value)), number(20, 7)])

/** Describes an input or output. A named dimension has any size. */
export function describeTensor(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : number(1, size)))
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, number(1, type), bytes(2, ...dimensions)))])
}
