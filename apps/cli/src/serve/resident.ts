import { existsSync } from 'node:fs'
import { request } from 'node:http'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { programVersion } from '../program-version.js'
import { fingerprintOf } from './fingerprint.js'
import { proofHeader, readEndpoint, type LocalEndpoint } from './local-endpoint.js'
import type { Health, ProgramInfo } from './program-info.js'
import { faultOf, type ResidentFiles } from './resident-files.js'

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
export function differenceOf(
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
