type Value = string | number | boolean | readonly string[] | readonly number[]

const types = { float: 6, boolean: 7, string: 8, array: 9 } as const

/** The bytes of a GGUF file, version 3, with the given metadata and tensors of which only the places are told. */
export function encodeGguf(metadata: Readonly<Record<string, Value>>, tensorOffsets: readonly number[] = []): Buffer {
  const entries = Object.entries(metadata)
  const tensors = tensorOffsets.map((offset) =>
    Buffer.concat([encodeText('tensor'), encodeUint32(1), encodeUint64(32), encodeUint32(0), encodeUint64(offset)]),
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

function encodeValue(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([encodeUint32(types.string), encodeText(value)])
  if (typeof value === 'number') return Buffer.concat([encodeUint32(types.float), encodeFloat(value)])
  if (typeof value === 'boolean') return Buffer.concat([encodeUint32(types.boolean), Buffer.of(Number(value))])
  const items = value.map((item) => (typeof item === 'string' ? encodeText(item) : encodeFloat(item)))
  const itemType = typeof value[0] === 'string' ? types.string : types.float
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

function encodeFloat(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
