import { setTimeout as wait } from 'node:timers/promises'
import { UsageError, type Io, type Request } from '@recallite/command-line'
import { usualPort } from '../flags/serving-flags.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'
import { assertEnabled } from '../open/open-memory.js'
import { addressOf, tokenFile as tokenFileOf } from '../serve/gate.js'
import { findProgram } from '../serve/resident.js'
import { residentFiles, type ResidentFiles } from '../serve/resident-files.js'
import { homeFolder } from '@recallite/settings'
import { memoryFlags } from './mcp.js'

/** `recallite serve`: ends when it is asked to, or has been idle for too long, and that is no failure. */
export async function runServe({ flags, io }: Request<Flags>): Promise<void> {
  const { config: client } = flags
  if (client !== undefined) return printEntry(client, flags, io)
  const memory = memoryFlags(flags)
  const use = { fills: true, livesLong: true }
  const location = await findMemory(memory, use)
  if (flags.stop) return stopProgram(location, io)
  assertEnabled(location.resolved)
  const { runResident } = await import('../serve/run-resident.js')
  await runResident(location, { flags: memory, use, io })
}

/** The variable that entries of clients take the token from. */
const tokenFrom = 'RECALLITE_TOKEN'

async function printEntry(client: string, flags: Flags, io: Io): Promise<void> {
  const { argumentsOf, servingArguments } = await import('../mcp/clients/entries.js')
  const { printAddress } = await import('../mcp/clients/entries.js')
  const { url, tokenFile } = servedAddress(flags)
  const own = argumentsOf({ '--port': flags.port?.toString() })
  const command = ['recallite', 'serve', ...own, ...servingArguments(flags, homeFolder())]
  printAddress(client, { address: { url, tokenFrom }, command, tokenFile }, io)
}

/** Where clients reach the program of these flags, and the file of the token that they have to send. */
function servedAddress({ port = usualPort }: Flags): { url: string; tokenFile: string } {
  if (port === 'none' || port === 0)
    throw new UsageError(`--port ${port}: an entry needs a port that stays. Leave it out, or name one.`)
  return { url: addressOf(port), tokenFile: tokenFileOf(homeFolder()) }
}

/** How long a program may take to end, in milliseconds, and how often to look. */
const [patience, pause] = [10_000, 50]

/** Its number comes from the program itself, so that no other process is ended. */
async function stopProgram({ resolved, path, connection }: MemoryLocation, io: Io): Promise<void> {
  const files = residentFiles(resolved.home, path, connection.server)
  const found = files ? await findProgram(files) : { reason: undefined }
  if (files && 'program' in found) return stopProcess(found.program.pid, files, io)
  const { reason } = found as { reason: string | undefined }
  if (reason === undefined) return io.talk('No program serves this memory.\n')
  io.talk(`The program that serves this memory cannot be asked: ${reason}.\n`)
}

async function stopProcess(pid: number, files: ResidentFiles, io: Io): Promise<void> {
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < patience; waited += pause) {
    const now = await findProgram(files)
    if (!('program' in now) || now.program.pid !== pid) return io.talk(`Process ${pid} has ended.\n`)
    await wait(pause)
  }
  throw new UsageError(`Process ${pid} was asked to end ${patience / 1000} s ago and still runs.`)
}
