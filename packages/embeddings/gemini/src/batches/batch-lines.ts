import type { BatchResult, BatchText } from '@recallite/embeddings'
import { contentOf, embedConfig } from '../embed-content-request.js'
import { readUnitVector } from '../read-unit-vector.js'
import { reasonOf } from './reason-of.js'
import { valueAt } from '../value-at.js'

/** The model and the length of its vectors. */
export interface BatchModel {
  readonly model: string
  readonly dimensions: number
}

/** What a file of answers is read with. */
export interface BatchReading {
  readonly dimensions: number
  /** Kept out of reasons. */
  readonly apiKey: string
}

/** The file of a job: a line of JSON per text, each with its key (https://ai.google.dev/gemini-api/docs/batch-api). */
export function writeBatchLines(texts: readonly BatchText[], { model, dimensions }: BatchModel): string {
  const config = embedConfig({ model, dimensions }, 'document')
  const line = ({ key, text }: BatchText) => {
    const request = { model: `models/${model}`, content: contentOf(model, 'document', text), ...config }
    return `${JSON.stringify({ key, request })}\n`
  }
  return texts.map(line).join('')
}

/**
 * What the file of a job's answers says: a line per text, with the key of its request and a response or an error.
 * Undefined for a file that is no such thing or names a key twice: then no key of it can be trusted.
 */
export function readBatchLines(file: string, reading: BatchReading): BatchResult[] | undefined {
  const lines = file.split('\n').filter((line) => line.trim() !== '')
  const results = lines.map((line) => resultOf(parsed(line), reading))
  const keys = new Set(results.map((result) => result?.key))
  return keys.size === results.length && !keys.has(undefined)
    ? results.filter((result) => result !== undefined)
    : undefined
}

function resultOf(line: unknown, { dimensions, apiKey }: BatchReading): BatchResult | undefined {
  const key = valueAt(line, 'key')
  if (typeof key !== 'string') return undefined
  const error = valueAt(line, 'error') ?? valueAt(line, 'status')
  if (error !== undefined) return { key, reason: reasonOf(error, apiKey) }
  const read = readUnitVector(valueAt(line, 'response', 'embedding', 'values'), dimensions)
  return 'fault' in read
    ? { key, reason: `Gemini answered with ${read.fault}` }
    : { key, vector: read.vector }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
