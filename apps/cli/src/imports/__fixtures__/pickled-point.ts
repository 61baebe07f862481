/*
 * A point as qdrant-client (1.20, local mode) writes it: the pickle, by protocol 4 of Python, of a model of pydantic 2.
 */

const [mark, setItems, stackGlobal, newObject, build, stop] = [0x28, 0x75, 0x93, 0x81, 0x62, 0x2e]
const [emptyMapping, emptyTuple, emptySet, addItems, none] = [0x7d, 0x29, 0x8f, 0x90, 0x4e]

/** A point with a vector of two numbers. */
export function pickledPoint({ id, payload }: { readonly id: string; readonly payload: object }): Uint8Array {
  const fields = { id, vector: [0.6, 0.8], payload }
  const body = [
    text('qdrant_client.http.models.models'),
    text('PointStruct'),
    [stackGlobal, emptyTuple, newObject],
    mapping([
      [text('__dict__'), value(fields)],
      [text('__pydantic_extra__'), [none]],
      [text('__pydantic_fields_set__'), [emptySet, mark, ...text('id'), ...text('payload'), addItems]],
      [text('__pydantic_private__'), [none]],
    ]),
    [build, stop],
  ].flat()
  const frame = Buffer.alloc(8)
  frame.writeBigUInt64LE(BigInt(body.length))
  return Uint8Array.from([0x80, 4, 0x95, ...frame, ...body])
}

/** Texts are remembered, so that others can refer to them; longer ones have a length of four bytes. */
function text(content: string): number[] {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  const head = bytes.length < 256 ? [0x8c, bytes.length] : [0x58, ...length]
  return [...head, ...bytes, 0x94]
}

const mapping = (items: readonly (readonly [readonly number[], readonly number[]])[]): number[] => [
  emptyMapping,
  0x94,
  mark,
  ...items.flatMap(([key, content]) => [...key, ...content]),
  setItems,
]

function value(content: unknown): number[] {
  if (content === null) return [none]
  if (typeof content === 'string') return text(content)
  if (typeof content === 'boolean') return [content ? 0x88 : 0x89]
  if (typeof content === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(content)
    return [0x47, ...bytes]
  }
  if (Array.isArray(content)) return [0x5d, 0x94, mark, ...content.flatMap(value), 0x65]
  return mapping(Object.entries(content as object).map(([key, each]) => [text(key), value(each)]))
}
