/** The fields of the protobuf wire format (protobuf.dev/programming-guides/encoding) that small ONNX files need. */

/** An integer field. */
export function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)])
}

/** A 32-bit float field. */
export function float(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + 5), Buffer.from(Float32Array.of(value).buffer)])
}

/** A field with bytes, a text or other fields. */
export function bytes(field: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)))
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

function varint(value: number): Buffer {
  const groups = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    groups.push((groups.pop() ?? 0) + 128, rest % 128)
  }
  return Buffer.from(groups)
}
