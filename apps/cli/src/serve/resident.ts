import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { printable } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { servingArguments } from '../mcp/clients/entries.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { programVersion } from '../program-version.js'
import { fingerprintOf, type Health, type ProgramInfo } from './fingerprint.js'
import { proofHeader, readEndpoint, type LocalEndpoint } from './local-endpoint.js'
import { faultOf, makeServeFolder, residentFiles, type ResidentFiles } from './resident-files.js'

/** The answer of the resident program; without one the reason why it was not used, undefined if none runs. */
export type Asked<Answer> =
  | { readonly answer: Answer; readonly program: ProgramInfo }
  | { readonly reason: string | undefined }

interface Question {
  readonly path: `/v1/${string}`
  readonly body: object
}

interface Asking {
  readonly files: ResidentFiles
  readonly flags: Flags
  /** Aborting it cancels the request and rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/** How long a program may take to say who it is, in milliseconds: one that is stopped or overloaded takes longer. */
const healthDeadline = 1000

/** How long an answer may take besides the embedding of the query and the reranking, in milliseconds. */
const answerDeadline = 10_000

/**
 * Asks the resident program of a memory, if one runs that would answer as this process. Whatever goes wrong on the way is a
 * reason to answer without it; only the signal rejects.
 */
export async function askResident<Answer>(
  location: MemoryLocation,
  { path, body }: Question,
  { files, flags, signal }: Asking,
): Promise<Asked<Answer>> {
  const { settings } = location.resolved
  const found = await findProgram(files, signal)
  if (!('program' in found)) return found
  const { program } = found
  const reason = differenceOf(program, location, flags)
  if (reason !== undefined) return { reason }
  const deadline = settings.query.deadline + settings.rerank.deadline + answerDeadline
  const answered = await send(files.socket, { path, body: JSON.stringify(body), deadline, signal })
  if ('reason' in answered) return answered
  if (answered.status !== 200) return { reason: `it answered with the status ${answered.status}` }
  return { answer: answered.value as Answer, program }
}

/** Why a program would not answer as this process; undefined if it would. */
function differenceOf(
  { version, fingerprint }: ProgramInfo,
  location: MemoryLocation,
  flags: Flags,
): string | undefined {
  if (version !== programVersion()) return `it is version ${version}, and this is ${programVersion()}`
  return fingerprint === fingerprintOf(location, flags) ? undefined : 'it runs with other settings or flags'
}

/** The resident program of a database; without one the reason, undefined if none runs. Rejects only with the signal's reason. */
export async function findProgram(
  { folder, socket }: Pick<ResidentFiles, 'folder' | 'socket'>,
  signal?: AbortSignal,
): Promise<{ readonly program: ProgramInfo } | { readonly reason: string | undefined }> {
  if (!existsSync(socket)) return { reason: undefined }
  const fault = faultOf(folder, 'folder')
  if (fault !== undefined) return { reason: `${folder} ${fault}` }
  const health = await send(socket, { path: '/v1/health', deadline: healthDeadline, signal })
  if ('reason' in health) return { reason: health.reason }
  const { program } = (health.value ?? {}) as Partial<Health>
  return program ? { program } : { reason: 'it does not say who it is' }
}

interface Sent {
  readonly path: string
  /** Posts it; undefined asks with GET. */
  readonly body?: string
  /** In milliseconds. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

type Received = { readonly status: number; readonly value: unknown } | { readonly reason: string | undefined }

/** A socket that a killed program left refuses connections. */
const isGone: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT'])

async function send(file: string, { deadline, signal, ...sent }: Sent): Promise<Received> {
  const late = AbortSignal.timeout(deadline)
  try {
    const endpoint = readEndpoint(file)
    const { status, text } = await exchange(endpoint, sent, signal ? AbortSignal.any([signal, late]) : late)
    return { status, value: JSON.parse(text) }
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted) return { reason: `it did not answer within ${deadline / 1000} s` }
    const { code, message } = error as NodeJS.ErrnoException
    return { reason: isGone.has(code) ? undefined : message }
  }
}

function exchange(
  { address, token, proof }: LocalEndpoint,
  { path, body }: Pick<Sent, 'path' | 'body'>,
  signal: AbortSignal,
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const asked = request(
      { socketPath: address, path, method, headers, signal, agent: false },
      (response) => {
        if (response.headers[proofHeader] !== proof) {
          response.destroy()
          return reject(new Error('another program has taken its pipe'))
        }
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        )
      },
    )
    asked.on('error', reject).end(body)
  })
}

/** The resident program of a memory, and why it is not asked; null where none runs. */
export type ResidentStatus =
  | (Omit<ProgramInfo, 'fingerprint' | 'database'> & { readonly unusedBecause: string | null })
  | { readonly pid: null; readonly unusedBecause: string }
  | null

/** Finds the resident program of a memory. */
export async function describeResident(location: MemoryLocation, flags: Flags): Promise<ResidentStatus> {
  const { home, settings } = location.resolved
  const files = residentFiles(home, location.path, location.connection.server)
  if (!files) return null
  const found = await findProgram(files)
  if (!('program' in found))
    return found.reason === undefined ? null : { pid: null, unusedBecause: found.reason }
  const off = settings.serve.use ? undefined : 'serve.use is false'
  return residentStatus(found.program, off ?? differenceOf(found.program, location, flags) ?? null)
}

/** A program as the status tells of it. */
export function residentStatus(
  { fingerprint: _, database: __, ...program }: ProgramInfo,
  unusedBecause: string | null,
): ResidentStatus {
  return { ...program, unusedBecause }
}

/** The resident program as rows of the status; none where none runs. */
export function residentRows(resident: ResidentStatus): (readonly [label: string, what: string])[] {
  if (resident === null) return []
  const { unusedBecause } = resident
  const unused = unusedBecause === null ? [] : [['  not used', printable(unusedBecause)] as const]
  return [['resident', describe(resident)], ...unused]
}

function describe(resident: NonNullable<ResidentStatus>): string {
  if (resident.pid === null) return 'does not answer'
  const { pid, since, port } = resident
  return `process ${pid} since ${since}${port === null ? '' : `, port ${port}`}`
}

/** After how long without a request a program ends that was started on demand. */
const idleOnDemand = '15m'

/**
 * Starts the resident program of a memory as a process of its own, which outlives this one, has no port and ends when it is
 * idle. What it says goes into a file beside its socket. Of several that start, one stays.
 */
export function startResident(location: MemoryLocation, flags: Flags): void {
  const { home, workingFolder } = location.resolved
  const files = residentFiles(home, location.path, location.connection.server)
  const script = process.argv[1]
  if (!files || script === undefined) return
  const { config, ...rest } = flags
  const given = { ...rest, ...(config !== undefined && { settings: config }) }
  const args = [script, 'serve', '--port', 'none', '--idle', idleOnDemand, ...servingArguments(given, home)]
  try {
    makeServeFolder(files)
    const log = openSync(files.log, 'w', 0o600)
    const started = spawn(process.execPath, args, {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
      cwd: workingFolder,
    })
    started.on('error', () => undefined).unref()
    closeSync(log)
  } catch {
    // The next search answers by itself, too; `recallite serve` says what is wrong.
  }
}
