import { bytes, number } from '@recallite/test-kit/protobuf'
import { describeTensor } from '@recallite/test-kit/tiny-rerankers'

const float = 1
const int64 = 7

/** A network that looks up the vectors of tokens. */
export interface LookUpNetwork {
  /** One row per token. */
  readonly rows: readonly (readonly number[])[]
  readonly inputs?: readonly string[]
  readonly output?: string
}

/** An ONNX file (fields of onnx.proto3, opset 13) with a single `Gather`: the unchanged vectors of the tokens. */
export function onnxFile({ rows, inputs = ['input_ids', 'attention_mask'], output = 'last_hidden_state' }: LookUpNetwork): Buffer {
  const width = rows[0]?.length ?? 0
  const values = Buffer.from(Float32Array.from(rows.flat()).buffer)
  const table = [number(1, rows.length), number(1, width), number(2, float), bytes(8, 'table'), bytes(9, values)]
  const gather = [bytes(1, 'table'), bytes(1, 'input_ids'), bytes(2, output), bytes(4, 'Gather')]
  const graph = [
    bytes(1, ...gather),
    bytes(2, 'look-up'),
    bytes(5, ...table),
    ...inputs.map((name) => bytes(11, describeTensor(name, int64, ['batch', 'tokens']))),
    bytes(12, describeTensor(output, float, ['batch', 'tokens', width])),
  ]
  return Buffer.concat([number(1, 8), bytes(7, ...graph), bytes(8, bytes(1, ''), number(2, 13))])
}
