type Value = string | number | boolean | readonly string[] | readonly number[]

/** A tensor of 32-bit floats; `offset` is in bytes after the header. */
interface Tensor {
  readonly name?: string
  readonly shape?: readonly number[]
  readonly offset: number
}

const types = { integer: 4, signed: 5, float: 6, boolean: 7, string: 8, array: 9 } as const

/** The header of a GGUF file, version 3; whole numbers are written as integers, others as floats. */
function encodeGguf(metadata: Readonly<Record<string, Value>>, described: readonly Tensor[] = []): Buffer {
  const entries = Object.entries(metadata)
  const tensors = described.map(({ name = 'tensor', shape = [32], offset }) =>
    Buffer.concat([
      encodeText(name),
      encodeUint32(shape.length),
      ...shape.map(encodeUint64),
      encodeUint32(0),
      encodeUint64(offset),
    ]),
  )
  return Buffer.concat([
    Buffer.from('GGUF'),
    encodeUint32(3),
    encodeUint64(tensors.length),
    encodeUint64(entries.length),
    ...entries.flatMap(([key, value]) => [encodeText(key), encodeValue(value)]),
    ...tensors,
  ])
}

/** A GGUF file with tensors by name, with shapes in GGUF's order; each begins at a multiple of 32 bytes. */
export function encodeModel(
  metadata: Readonly<Record<string, Value>>,
  tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>>,
): Buffer {
  const data = Object.values(tensors).map(({ values }) => padded(Buffer.from(values.buffer)))
  const offsets = data.map((_, index) => data.slice(0, index).reduce((sum, { length }) => sum + length, 0))
  const described = Object.entries(tensors).map(([name, { shape }], index) => ({ name, shape, offset: offsets[index] ?? 0 }))
  return Buffer.concat([padded(encodeGguf(metadata, described)), ...data])
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)])

function encodeValue(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([encodeUint32(types.string), encodeText(value)])
  if (typeof value === 'number') return Buffer.concat([encodeUint32(Number.isInteger(value) ? types.integer : types.float), encodeNumber(value)])
  if (typeof value === 'boolean') return Buffer.concat([encodeUint32(types.boolean), Buffer.of(Number(value))])
  const items = value.map((item) => (typeof item === 'string' ? encodeText(item) : encodeNumber(item)))
  const [first] = value
  const itemType = typeof first === 'string' ? types.string : Number.isInteger(first) ? types.signed : types.float
  return Buffer.concat([encodeUint32(types.array), encodeUint32(itemType), encodeUint64(items.length), ...items])
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([encodeUint64(bytes.length), bytes])
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function encodeUint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function encodeNumber(value: number): Buffer {
  if (Number.isInteger(value)) return encodeUint32(value)
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
