import { existsSync } from 'node:fs'
import { printable } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { programVersion } from '../program-version.js'
import { fingerprintOf, type Health, type ProgramInfo } from './fingerprint.js'
import { exchange, faultOf, healthDeadline, healthPath, readEndpoint, type Question } from './endpoint.js'
import { residentFiles, type ResidentFiles } from './resident-files.js'

/** The answer of the resident program, or why there is none; the reason is undefined if no such program runs. */
export type ResidentAnswer<Answer> =
  | { readonly answer: Answer; readonly program: ProgramInfo }
  | { readonly reason: string | undefined }

/** How long an answer may take in addition to embedding the query and reranking, in milliseconds. */
const answerDeadline = 10_000

/**
 * Asks the resident program of a memory, if one runs with the version, settings and flags of this process. Does not reject if the
 * request fails, but returns the reason, so that this process can answer itself; rejects only if the signal is aborted.
 */
export async function askResident<Answer>(
  location: MemoryLocation,
  { path, body }: { readonly path: `/v1/${string}`; readonly body: object },
  { files, flags, signal }: { files: ResidentFiles; flags: Flags; signal: AbortSignal },
): Promise<ResidentAnswer<Answer>> {
  const { settings } = location.resolved
  const found = await findProgram(files, signal)
  if (!('program' in found)) return found
  const { program } = found
  const reason = differenceOf(program, location, flags)
  if (reason !== undefined) return { reason }
  const deadline = settings.query.deadline + settings.rerank.deadline + answerDeadline
  const answered = await send(files.endpoint, { path, body: () => JSON.stringify(body), deadline, signal })
  if ('reason' in answered) return answered
  if (answered.status !== 200) return { reason: `it answered with status ${answered.status}` }
  return { answer: answered.value as Answer, program }
}

function differenceOf({ version, fingerprint }: ProgramInfo, location: MemoryLocation, flags: Flags) {
  if (version !== programVersion())
    return `it has version ${version}, but this program has ${programVersion()}`
  return fingerprint === fingerprintOf(location, flags) ? undefined : 'it runs with other settings or flags'
}

/** The resident program of a database, or why it cannot be used (undefined if none runs). Rejects only with the signal's reason. */
export async function findProgram(
  { folder, endpoint }: ResidentFiles,
  signal?: AbortSignal,
): Promise<{ readonly program: ProgramInfo } | { readonly reason: string | undefined }> {
  if (!existsSync(endpoint)) return { reason: undefined }
  const fault = faultOf(folder, 'folder')
  if (fault !== undefined) return { reason: `${folder} ${fault}` }
  const health = await send(endpoint, { path: healthPath, deadline: healthDeadline, signal })
  if ('reason' in health) return { reason: health.reason }
  const { program } = (health.value ?? {}) as Partial<Health>
  return program ? { program } : { reason: 'it does not identify itself' }
}

type Received = { readonly status: number; readonly value: unknown } | { readonly reason: string | undefined }

/** The error codes of a connection to the endpoint of a program that was killed. */
const isGone: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT'])

/** Sends a request; `deadline` is in milliseconds. */
async function send(
  file: string,
  { deadline, signal, ...sent }: Question & { deadline: number; signal?: AbortSignal | undefined },
): Promise<Received> {
  const late = AbortSignal.timeout(deadline)
  try {
    const ends = signal ? AbortSignal.any([signal, late]) : late
    const received = await exchange(readEndpoint(file), sent, ends)
    if (!received) return { reason: undefined }
    return { status: received.status, value: JSON.parse(received.text) }
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted) return { reason: `it did not answer within ${deadline / 1000} s` }
    if (error instanceof SyntaxError) return { reason: 'its endpoint or its answer is not JSON' }
    const { code, message } = error as NodeJS.ErrnoException
    return { reason: isGone.has(code) ? undefined : message }
  }
}

/** The resident program of a memory, and why commands do not use it; null if none runs. */
export type ResidentStatus =
  | (Omit<ProgramInfo, 'fingerprint' | 'database'> & { readonly unusedBecause: string | null })
  | { readonly pid: null; readonly unusedBecause: string }
  | null

/** Finds the resident program of a memory. */
export async function describeResident(location: MemoryLocation, flags: Flags): Promise<ResidentStatus> {
  const files = residentFiles(location.resolved.home, location.path, location.connection.server)
  if (!files) return null
  const found = await findProgram(files)
  if (!('program' in found))
    return found.reason === undefined ? null : { pid: null, unusedBecause: found.reason }
  return residentStatus(found.program, differenceOf(found.program, location, flags) ?? null)
}

/** A program as the status describes it. */
export function residentStatus(
  { fingerprint: _, database: __, ...program }: ProgramInfo,
  unusedBecause: string | null,
): ResidentStatus {
  return { ...program, unusedBecause }
}

/** The resident program as rows of the status; empty if none runs. */
export function residentRows(resident: ResidentStatus): (readonly [label: string, what: string])[] {
  if (resident === null) return []
  const { unusedBecause } = resident
  const unused = unusedBecause === null ? [] : [['  not used', printable(unusedBecause)] as const]
  if (resident.pid === null) return [['resident', 'does not answer'], ...unused]
  const { pid, since, port } = resident
  return [['resident', `process ${pid} since ${since}, port ${port}`], ...unused]
}
