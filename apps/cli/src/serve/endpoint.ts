/*
 * How commands reach a resident program. A search that it answers loads nothing else, and so nothing that takes long: importing `node:fs`
 * into an ES module, for example, takes four milliseconds.
 */
import { join } from 'node:path'
import { orUndefined, type Io } from '@recallite/command-line'
import {
  environmentVariables,
  homeFolder,
  recalliteFolder,
  workingFolder,
} from '@recallite/settings/environment'
import { programVersion } from '../program-version.js'

/** The folder of the endpoints and of the token. */
export const serveFolder = (home: string): string => join(recalliteFolder(home), 'serve')

const rightsOfOthers = 0o077

/** Why a path is not private to this user, as a clause; undefined if it is private or does not exist. */
export function faultOf(path: string, kind: 'folder' | 'file'): string | undefined {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  const stats = orUndefined(() => lstatSync(path, { throwIfNoEntry: false }))
  if (!stats) return undefined
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) return `is not a ${kind}. Remove it`
  const user = process.getuid?.()
  // Windows has no such permissions.
  if (user === undefined) return undefined
  if (stats.uid !== user) return 'belongs to another user. Remove it, or run this as that user'
  if ((stats.mode & rightsOfOthers) === 0) return undefined
  return kind === 'folder'
    ? `is open to other users. Run: chmod 700 ${path}`
    : `can be read by other users, so it may not be secret. Remove it; the next 'recallite serve' creates a new one`
}

/**
 * How a program and its user's commands find and recognise each other. Other users can take the port once the program has ended. So a
 * command first sends only the token, and sends its query only to a program that answers with the proof.
 */
export interface Endpoint {
  readonly port: number
  /** Sent by a command. */
  readonly token: string
  /** Sent in the program's answer. */
  readonly proof: string
  readonly version: string
}

/** The only address that programs listen on; other machines cannot reach it. */
export const loopback = '127.0.0.1'

/** The header of an answer with the proof. */
export const proofHeader = 'recallite-proof'

/** Reads the endpoint of the program that listens now; throws if its file contains no endpoint. */
export const readEndpoint = (file: string): Endpoint => JSON.parse(readSmall(file)) as Endpoint

/** Reads a file of this folder; empty if it is larger than any that this program writes. */
export function readSmall(file: string): string {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  return statSync(file).size > 10_000 ? '' : readFileSync(file, 'utf8')
}

/** The path where a program gives its proof and describes itself. */
export const healthPath = '/v1/health'

/** The path where a program runs a command. */
export const commandPath = '/v1/command'

/** A command, with what it would find in its own process. */
export interface SentCommand {
  readonly argv: readonly string[]
  /** The file of the endpoint that it was sent to. */
  readonly file: string
  /** The inode of its working folder, because a container may have another folder at the same path. */
  readonly inode: number
  readonly io: Pick<Io, 'isOutputTerminal' | 'columns' | 'surroundings'>
}

/** What a command prints, in order. */
export type Printed = readonly (readonly [stream: 'write' | 'talk', text: string])[]

/** How long a program may take to give its proof, in milliseconds. Only a stopped or overloaded program takes longer. */
export const healthDeadline = 1000

/** How long a program may take to run a command, in milliseconds. */
const answerDeadline = 30_000

/**
 * Lets a resident program run a search, so that this process loads neither flags nor settings. Returns whether one did; otherwise this
 * process must run the command, and so finds and reports the reason. Each program runs only searches of its own memory.
 */
export async function sendCommand(argv: readonly string[], io: Io): Promise<boolean> {
  if (argv[0] !== 'search' || argv.includes('--in-process')) return false
  const folder = serveFolder(homeFolder())
  if (faultOf(folder, 'folder') !== undefined) return false
  for (const name of orUndefined(() => process.getBuiltinModule('node:fs').readdirSync(folder)) ?? []) {
    // A file without an endpoint is a failure too.
    const printed = await send(join(folder, name), argv, io).catch(() => null)
    for (const [stream, text] of printed ?? []) io[stream](text)
    if (printed) return true
  }
  return false
}

/** The variables that settings and colours read. Settings that refer to others differ from those of the program. */
const settingNames = /^(?:RECALLITE_|OPENAI_|OLLAMA_|GEMINI_|GOOGLE_|PG|(?:HOME|TERM|NO_COLOR|FORCE_COLOR)$)/u

async function send(file: string, argv: readonly string[], io: Io): Promise<Printed | null> {
  const endpoint = readEndpoint(file)
  if (endpoint.version !== programVersion()) return null
  const cwd = workingFolder()
  const inode = process.getBuiltinModule('node:fs').statSync(cwd).ino
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), healthDeadline)
  const body = () => {
    clearTimeout(timer)
    const all = Object.entries(environmentVariables())
    const variables = Object.fromEntries(
      all.map(([name, value]) => [name, settingNames.test(name) ? value : '?']),
    )
    const { isOutputTerminal, columns } = io
    const sent = { isOutputTerminal, columns, surroundings: { cwd, variables } }
    const command: SentCommand = { argv, file, inode, io: sent }
    return JSON.stringify(command)
  }
  const signal = AbortSignal.any([io.interrupted, late.signal, AbortSignal.timeout(answerDeadline)])
  const answered = await exchange(endpoint, { path: commandPath, body }, signal)
  return answered?.status === 200 ? (JSON.parse(answered.text) as Printed | null) : null
}

/** A POST request if it has a body, which is made once the program has given its proof; else a GET request. */
export interface Question {
  readonly path: string
  readonly body?: () => string
}

/**
 * Sends a request once the program has given its proof on the same connection. Returns undefined if another program has taken the port,
 * or the program ends. Uses a socket and its events, because loading Node's HTTP client takes longer than most searches.
 */
export function exchange(
  { port, token, proof }: Endpoint,
  question: Question,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const socket = process.getBuiltinModule('node:net').connect({ port, host: loopback })
  const shared = `Host: ${loopback}:${port}\r\nAuthorization: Bearer ${token}\r\n`
  let [answer, isProven] = ['', false]
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part
    if (isProven) return
    isProven = answer.includes(proof)
    if (isProven) socket.write(renderRequest(question, shared))
    else if (/^[^]{10000}|\r\n\r\n/u.test(answer)) socket.destroy()
  })
  socket.write(`GET ${healthPath} HTTP/1.1\r\n${shared}\r\n`)
  const abort = () => void socket.destroy(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return new Promise((resolve, reject) => {
    const finish = () => {
      const [, head = '', rest] = answer.split(proof)
      const status = Number(head.slice(head.lastIndexOf('HTTP/1.1 ')).slice(9, 12))
      resolve(rest === undefined ? rest : { status, text: rest.slice(rest.indexOf('\r\n\r\n') + 4) })
    }
    socket.on('error', reject).on('end', finish).on('close', finish)
  })
}

/** In version 1.0, whose answers have no chunks and end with the connection. */
function renderRequest({ path, body }: Question, shared: string): string {
  const text = body?.() ?? ''
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${body ? 'POST' : 'GET'} ${path} HTTP/1.0\r\n${shared}${content}\r\n${text}`
}
