import { readFileSync, writeFileSync } from 'node:fs'

/** The number of bytes of a scalar by its type of GGUF (github.com/ggml-org/ggml, docs/gguf.md). */
const sizes = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8]
const stringType = 8
const arrayType = 9
const alignment = 32

/**
 * Writes a copy of an encoder with a layer behind it that makes one logit of its first token, as rerankers have: a model of
 * the right architecture whose scores mean nothing, because the layer is not trained.
 * @param dimensions of the encoder
 */
export function writeRerankerFile(encoder: string, path: string, dimensions: number): void {
  const file = readFileSync(encoder)
  const { tensorsEnd, tensorCount } = measure(file)
  const data = file.subarray(align(tensorsEnd))
  const header = Buffer.from(file.subarray(0, tensorsEnd))
  header.writeBigUInt64LE(BigInt(tensorCount + 1), 8)
  const info = tensorInfo('cls.output.weight', [dimensions, 1], align(data.length))
  const head = padded(Buffer.concat([header, info]))
  const weights = Float32Array.from({ length: dimensions }, (_, index) => Math.sin(index * 7.3) / 4)
  writeFileSync(path, Buffer.concat([head, padded(data), Buffer.from(weights.buffer)]))
}

function align(size: number): number {
  return Math.ceil(size / alignment) * alignment
}

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(align(bytes.length) - bytes.length)])
}

function tensorInfo(name: string, shape: readonly number[], offset: number): Buffer {
  const bytes = Buffer.alloc(8 + name.length + 4 + 8 * shape.length + 4 + 8)
  let at = Number(bytes.writeBigUInt64LE(BigInt(name.length)))
  at += bytes.write(name, at)
  at = bytes.writeUInt32LE(shape.length, at)
  for (const size of shape) at = bytes.writeBigUInt64LE(BigInt(size), at)
  // The type of 32-bit floats is 0.
  at = bytes.writeUInt32LE(0, at)
  bytes.writeBigUInt64LE(BigInt(offset), at)
  return bytes
}

/** Where the descriptions of the tensors end, and how many there are. */
function measure(file: Buffer): { tensorsEnd: number; tensorCount: number } {
  const count = (at: number) => Number(file.readBigUInt64LE(at))
  const afterText = (at: number) => at + 8 + count(at)
  const afterValue = (at: number, type: number): number => {
    if (type === stringType) return afterText(at)
    if (type !== arrayType) return at + (sizes[type] ?? 0)
    const [itemType, items] = [file.readUInt32LE(at), count(at + 4)]
    let end = at + 12
    for (let item = 0; item < items; item += 1) end = afterValue(end, itemType)
    return end
  }
  let at = 24
  for (let value = count(16); value > 0; value -= 1) {
    const type = afterText(at)
    at = afterValue(type + 4, file.readUInt32LE(type))
  }
  const tensorCount = count(8)
  for (let tensor = 0; tensor < tensorCount; tensor += 1) {
    const shape = afterText(at)
    at = shape + 4 + 8 * file.readUInt32LE(shape) + 4 + 8
  }
  return { tensorsEnd: at, tensorCount }
}
