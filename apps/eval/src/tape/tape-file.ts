import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ModelIdentity } from '@recallite/embeddings'
import { EvaluationError } from '../errors.js'
import { isModelIdentity } from '../run/run.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { type Tape, createTape } from './tape.js'

const version = 1

/**
 * Opens a tape that is kept in a file of JSON lines: `{"tape": 1, "identity": …}`, then for each text `{"key": …,
 * "vector": …}` with the key of `tapeKey` and the vector's 32-bit floats, little-endian, in base64. Every vector is
 * written at once; the first write removes a line that was cut off. The caller must keep other processes from recording.
 * @throws EvaluationError `EVALUATION_TAPE_MALFORMED`
 */
export function openTapeFile(file: string): Tape {
  const tape = createTape()
  let { hasHeader, torn } = existsSync(file) ? load(file, tape) : { hasHeader: false, torn: 0 }
  return {
    get identity() {
      return tape.identity
    },
    find: tape.find,
    record(identity, key, vector) {
      if (tape.vectors.has(key)) return
      if (torn > 0) truncateSync(file, statSync(file).size - torn)
      torn = 0
      mkdirSync(dirname(file), { recursive: true })
      const header = hasHeader ? '' : `${JSON.stringify({ tape: version, identity })}\n`
      appendFileSync(file, `${header}${JSON.stringify({ key, vector: encodeVector(vector) })}\n`)
      hasHeader = true
      tape.record(identity, key, vector)
    },
  }
}

/** Reads a file into a tape; `torn` is the number of bytes of a last line that was cut off. */
function load(file: string, tape: Tape): { hasHeader: boolean; torn: number } {
  const notATape = `it must begin with {"tape":${version},…}`
  if (!statSync(file).isFile()) throw malformed(`${file}:1`, notATape)
  let identity: ModelIdentity | undefined
  let line = 0
  for (const { text, isWhole } of readTextLines(file)) {
    line += 1
    if (!isWhole) {
      if (!identity && !text.startsWith('{"tape":')) throw malformed(`${file}:${line}`, notATape)
      return { hasHeader: identity !== undefined, torn: Buffer.byteLength(text) }
    }
    const fields = parseFields(text)
    if (identity) {
      const { key, vector } = readVector(fields, identity, `${file}:${line}`)
      tape.record(identity, key, vector)
    } else {
      identity = readIdentity(fields)
      if (!identity) throw malformed(`${file}:${line}`, notATape)
    }
  }
  return { hasHeader: identity !== undefined, torn: 0 }
}

function readIdentity({ tape, identity }: Readonly<Record<string, unknown>>): ModelIdentity | undefined {
  return tape === version && isModelIdentity(identity, { path: '', wanted: '' }) ? identity : undefined
}

function readVector(
  { key, vector }: Readonly<Record<string, unknown>>,
  { dimensions }: ModelIdentity,
  position: string,
): { key: string; vector: Float32Array } {
  if (typeof key !== 'string' || typeof vector !== 'string') {
    throw malformed(position, 'a line has no vector')
  }
  const values = decodeVector(vector)
  if (values.length === dimensions && values.every(Number.isFinite)) return { key, vector: values }
  throw malformed(position, `a vector is not of ${dimensions} numbers`)
}

function malformed(position: string, why: string): EvaluationError {
  const message = `${position}: this is not a tape of this version (${why}). Name another file, or record it anew.`
  return new EvaluationError('EVALUATION_TAPE_MALFORMED', message)
}

function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4))
}

function encodeVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
