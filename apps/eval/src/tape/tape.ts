import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { isSameSpace } from '@recallite/store'
import type { EmbeddingModel, EmbeddingRole, ModelIdentity } from '@recallite/embeddings'
import * as v from 'valibot'
import { EvaluationError } from '../errors.js'
import { modelIdentity } from '../run/run.js'
import { parseFields, readTextLines, type Fields } from '../text-lines.js'

/** Vectors of one model, by role and text. */
export type Tape = ReturnType<typeof openTape>

const version = 1
const tapeLimits = { maxBatchItems: 256, maxBatchTokens: 1_000_000 }

/**
 * Opens a tape in memory, or in a file of JSON lines: `{"tape": 1, "identity": …}`, then for each text `{"key": …, "vector": …}` with
 * little-endian 32-bit floats in base64. Writes every vector immediately; the first write removes an incomplete last line. The caller
 * must lock the file. Throws an EvaluationError `EVALUATION_TAPE_MALFORMED`.
 */
export function openTape(file?: string) {
  const recorded = file === undefined ? undefined : load(file)
  const vectors = recorded?.vectors ?? new Map<string, Float32Array>()
  let { identity: current, torn = 0 } = recorded ?? {}
  return {
    /** Undefined before the first record. */
    get identity() {
      return current
    },
    find: (role: EmbeddingRole, text: string) => vectors.get(tapeKey(role, text)),
    /** Stores a vector if the key has none. */
    record(identity: ModelIdentity, key: string, vector: Float32Array) {
      if (vectors.has(key)) return
      if (file !== undefined) {
        if (torn > 0) truncateSync(file, statSync(file).size - torn)
        torn = 0
        mkdirSync(dirname(file), { recursive: true })
        const header = current ? '' : `${JSON.stringify({ tape: version, identity })}\n`
        appendFileSync(file, `${header}${JSON.stringify({ key, vector: encodeVector(vector) })}\n`)
      }
      current ??= identity
      vectors.set(key, vector)
    },
  }
}

/**
 * A model that reads vectors from the tape and records missing ones with the real model. It has no `dispose`, so that several
 * memories can share the model.
 * @param model undefined if all vectors must be on the tape
 * @throws EvaluationError `EVALUATION_TAPE_OF_OTHER_MODEL`, `EVALUATION_NOT_ON_TAPE`; the latter also from `embed`
 */
export function taped(model: EmbeddingModel | undefined, tape: Tape): EmbeddingModel {
  if (model) assertOfModel(tape, model)
  const identity = model?.identity ?? tape.identity
  if (!identity) {
    const message = 'The tape is empty. Name the model to record it: --model NAME.'
    throw new EvaluationError('EVALUATION_NOT_ON_TAPE', message)
  }
  const { maxBatchItems, maxBatchTokens } = model ?? tapeLimits
  return {
    identity,
    specificationVersion: 'v1',
    maxBatchItems,
    maxBatchTokens,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const missing = [...new Set(texts)].filter((text) => !tape.find(role, text))
      if (missing.length > 0 && !model) throw notOnTape(missing, role)
      const vectors = missing.length > 0 ? await model?.embed({ texts: missing, role, signal }) : []
      for (const [index, vector] of (vectors ?? []).entries()) {
        tape.record(identity, tapeKey(role, missing[index] ?? ''), vector)
      }
      return texts.flatMap((text) => tape.find(role, text) ?? [])
    },
  }
}

/** A text has different vectors as a query and as a document. */
function tapeKey(role: EmbeddingRole, text: string): string {
  return createHash('sha256').update(`${role}\0${text}`).digest('base64url')
}

function assertOfModel(tape: Tape, { identity }: EmbeddingModel): void {
  if (!tape.identity || isSameSpace(tape.identity, identity)) return
  const message = `The tape was recorded with ${tape.identity.model} (${tape.identity.dimensions} dimensions), not with ${identity.model}. Name that model, or another tape.`
  throw new EvaluationError('EVALUATION_TAPE_OF_OTHER_MODEL', message)
}

function notOnTape(texts: readonly string[], role: string): EvaluationError {
  const example = JSON.stringify(texts[0]?.slice(0, 60))
  const message = `The tape has no vectors for ${texts.length} texts (${role}), such as ${example}. Name the model to record them: --model NAME.`
  return new EvaluationError('EVALUATION_NOT_ON_TAPE', message)
}

/** Reads a file, if it exists. `torn`: the bytes of an incomplete last line. */
function load(file: string) {
  const vectors = new Map<string, Float32Array>()
  let identity: ModelIdentity | undefined
  let torn = 0
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile()) throw notATape(`${file}:1`)
  for (const { text, line, isWhole } of stats ? readTextLines(file) : []) {
    const fields = parseFields(text)
    const position = `${file}:${line}`
    if (!isWhole) {
      if (!identity && !text.startsWith('{"tape":')) throw notATape(position)
      torn = Buffer.byteLength(text)
    } else if (identity) {
      const { key, vector } = readVector(fields, identity, position)
      if (!vectors.has(key)) vectors.set(key, vector)
    } else {
      identity = readIdentity(fields, position)
    }
  }
  return { identity, vectors, torn }
}

function readIdentity({ tape, identity }: Fields, position: string) {
  if (tape === version && v.is(modelIdentity, identity)) return identity
  throw notATape(position)
}

function readVector({ key, vector }: Fields, { dimensions }: ModelIdentity, position: string) {
  if (typeof key !== 'string' || typeof vector !== 'string') {
    throw malformed(position, 'it has a line without a vector')
  }
  const bytes = Buffer.from(vector, 'base64')
  const values = Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4))
  if (values.length === dimensions && values.every(Number.isFinite)) return { key, vector: values }
  throw malformed(position, `it has a vector without ${dimensions} numbers`)
}

const notATape = (position: string) => malformed(position, `it must begin with {"tape":${version},…}`)

function malformed(position: string, why: string): EvaluationError {
  const message = `${position}: this is not a tape of this version (${why}). Name another file, or record a new tape.`
  return new EvaluationError('EVALUATION_TAPE_MALFORMED', message)
}

function encodeVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
