import type { BatchResult } from '@recallite/embeddings'
import { oneLine, readVector, type ReadVector } from '@recallite/embeddings/http'

/** A line of an output or error file: https://platform.openai.com/docs/api-reference/batch/request-output. */
interface WireResult {
  readonly custom_id?: unknown
  readonly response?: { readonly status_code?: unknown; readonly body?: WireBody | null } | null
  readonly error?: WireError | null
}

interface WireBody {
  readonly data?: unknown
  readonly error?: WireError | null
}

interface WireError {
  readonly message?: unknown
  readonly code?: unknown
}

/** The result that a line tells; undefined for a line that names no text. */
export function readResult(line: string, dimensions: number): BatchResult | undefined {
  const result = parse(line)
  const key = result?.custom_id
  if (typeof key !== 'string') return undefined
  const read = readAnswer(result ?? {}, dimensions)
  return 'vector' in read ? { key, vector: read.vector } : { key, reason: read.fault }
}

function readAnswer(result: WireResult, dimensions: number): ReadVector {
  const refusal = refusalIn(result)
  if (refusal !== undefined) return { fault: refusal }
  const item = onlyItem(result.response?.body?.data)
  if (item === undefined) return { fault: 'it was not answered with one embedding' }
  const read = readVector(item.embedding, dimensions)
  return 'fault' in read ? { fault: `it was answered with ${read.fault}` } : read
}

function refusalIn({ response, error }: WireResult): string | undefined {
  const said = error ?? response?.body?.error
  if (typeof said === 'object' && said !== null) return reasonOf(said)
  const status = response?.status_code
  return status === 200 ? undefined : `it was answered with the status ${String(status)}`
}

function onlyItem(data: unknown): { embedding?: unknown } | undefined {
  if (!Array.isArray(data) || data.length !== 1) return undefined
  const item = data[0] as { index?: unknown; embedding?: unknown } | null
  return item?.index === 0 ? item : undefined
}

/** One result for each key. Of a text that was answered twice nobody knows which vector is its own. */
export function gatherResults(results: readonly BatchResult[]): BatchResult[] {
  const byKey = new Map<string, BatchResult>()
  for (const result of results) {
    const { key } = result
    byKey.set(key, byKey.has(key) ? { key, reason: 'it was answered more than once' } : result)
  }
  return [...byKey.values()]
}

function parse(line: string): WireResult | null | undefined {
  try {
    return JSON.parse(line) as WireResult | null
  } catch {
    return undefined
  }
}

function reasonOf({ message, code }: WireError): string {
  const words = [message, code].find((each) => typeof each === 'string' && each !== '')
  return oneLine(String(words ?? 'it was refused without a reason'))
}
