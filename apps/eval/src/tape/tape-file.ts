import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ModelIdentity } from '@recallite/embeddings'
import { EvaluationError } from '../errors.js'
import { isFields } from '../text-lines.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { type Tape, createTape } from './tape.js'

const version = 1

/**
 * A tape kept in a file of JSON lines: `{"tape": 1, "identity": …}`, then for each text `{"key": …, "vector": …}` with
 * the key of `tapeKey`. Every vector is written at once; the first write removes a line that was cut off. The caller
 * must keep other processes from recording on it.
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
      appendFileSync(file, (hasHeader ? '' : headerLine(identity)) + vectorLine(key, vector))
      hasHeader = true
      tape.record(identity, key, vector)
    },
  }
}

interface Loaded {
  readonly hasHeader: boolean
  /** Bytes of a last line that was cut off. */
  readonly torn: number
}

function load(file: string, tape: Tape): Loaded {
  if (!statSync(file).isFile()) throw notATape({ file, line: 1, text: '' })
  let identity: ModelIdentity | undefined
  let line = 0
  for (const { text, isWhole } of readTextLines(file)) {
    line += 1
    if (!isWhole) {
      if (!identity && !beginsLikeTape(text)) throw notATape({ file, line, text })
      return { hasHeader: identity !== undefined, torn: Buffer.byteLength(text) }
    }
    if (identity) {
      const { key, vector } = readVectorLine({ file, line, text }, identity.dimensions)
      tape.record(identity, key, vector)
    } else {
      identity = readHeaderLine({ file, line, text })
    }
  }
  return { hasHeader: identity !== undefined, torn: 0 }
}

/** A line of a tape's file, and where it stands. */
interface TapeLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

function malformed({ file, line }: TapeLine, why: string): EvaluationError {
  const message = `${file}:${line}: this is not a tape of this version (${why}). Name another file, or record it anew.`
  return new EvaluationError('EVALUATION_TAPE_MALFORMED', message)
}

/** A file that is something else. */
function notATape(line: TapeLine): EvaluationError {
  return malformed(line, `it must begin with {"tape":${version},…}`)
}

/** Whether a first line that was cut off can have been a tape's. */
function beginsLikeTape(text: string): boolean {
  return text.startsWith('{"tape":')
}

function isIdentity(value: unknown): value is ModelIdentity {
  if (!isFields(value)) return false
  const { provider, model, dimensions, promptStyle } = value
  const names = [provider, model, promptStyle]
  return names.every((name) => typeof name === 'string') && Number.isInteger(dimensions)
}

function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  const vector = new Float32Array(bytes.length >> 2)
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatLE(index * 4)
  return vector
}

function encodeVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}

/** The first line: whose vectors these are. */
function headerLine(identity: ModelIdentity): string {
  return `${JSON.stringify({ tape: version, identity })}\n`
}

/** A line for one vector: its 32-bit floats, little-endian, in base64. */
function vectorLine(key: string, vector: Float32Array): string {
  return `${JSON.stringify({ key, vector: encodeVector(vector) })}\n`
}

/**
 * Reads the first line.
 * @throws EvaluationError `EVALUATION_TAPE_MALFORMED`
 */
function readHeaderLine(line: TapeLine): ModelIdentity {
  const { tape, identity } = parseFields(line.text)
  if (tape === version && isIdentity(identity)) return identity
  throw notATape(line)
}

/**
 * Reads a line that holds a vector.
 * @throws EvaluationError `EVALUATION_TAPE_MALFORMED`
 */
function readVectorLine(line: TapeLine, dimensions: number): { key: string; vector: Float32Array } {
  const { key, vector } = parseFields(line.text)
  if (typeof key !== 'string' || typeof vector !== 'string') throw malformed(line, 'a line has no vector')
  const values = decodeVector(vector)
  if (values.length === dimensions && values.every(Number.isFinite)) return { key, vector: values }
  throw malformed(line, `a vector is not of ${dimensions} numbers`)
}
