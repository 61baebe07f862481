import { setTimeout as wait } from 'node:timers/promises'
import { closing, type Io, printable, type Request, UsageError } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'
import { assertEnabled, withMemory } from '../open/open-memory.js'
import { residentFiles, type ResidentFiles } from '../serve/resident-files.js'
import { askResident, findProgram } from '../serve/resident.js'
import { printSharedFolders } from '../trust/folders.js'

const serving = { fills: true, livesLong: true }

/** `recallite mcp`: runs until its client disconnects or it is interrupted, then returns without an error. */
export async function runMcp({ flags, io }: Request<Flags>): Promise<void> {
  await withMemory(flags, serving, async (open) => {
    const { createOffer, keepUpToDate } = await import('../mcp/offer.js')
    if (open.resolved.settings.enabled) printSharedFolders(open, io)
    await closing(keepUpToDate(open.memory, open.resolved.settings, io), async () => {
      const { serveStdio } = await import('../mcp/serve-stdio.js')
      await serveStdio(createOffer(open, flags), io)
    })
  })
}

/** `recallite serve`: runs until it is interrupted, then returns without an error. */
export async function runServe({ flags, io }: Request<Flags>): Promise<void> {
  const location = await findMemory(flags, serving)
  if (flags.stop) return stopProgram(location, io)
  assertEnabled(location.resolved)
  const { runResident } = await import('../serve/run-resident.js')
  await runResident(location, { flags, use: serving, io })
}

/** `recallite ui`: opens the page of the program that serves the memory; without one, serves it as `recallite serve` does. */
export async function runUi({ flags, io }: Request<Flags>): Promise<void> {
  const location = await findMemory(flags, serving)
  assertEnabled(location.resolved)
  const { assertPage, linkPath, showLink } = await import('../ui/page.js')
  assertPage()
  const files = residentFiles(location.resolved.home, location.path, location.connection.server)
  const asking = files && { files, flags, signal: io.interrupted }
  const link = asking && (await askResident<string>(location, { path: linkPath, body: {} }, asking))
  if (link && 'answer' in link) return showLink(link.answer, { flags, io })
  if (link?.reason !== undefined) io.talk(`The resident program was not used: ${printable(link.reason)}.\n`)
  const { runResident } = await import('../serve/run-resident.js')
  await runResident(location, { flags, use: serving, io, opensPage: true })
}

/** How long a program may take to end, and how often to check, in milliseconds. */
const [patience, pause] = [10_000, 50]

/** The process id comes from the program itself, so that no other process is stopped. */
async function stopProgram({ resolved, path, connection, scope }: MemoryLocation, io: Io): Promise<void> {
  const memory = scope.kind === 'project' ? `the memory of ${printable(scope.folder)}` : 'your own memory'
  const files = residentFiles(resolved.home, path, connection.server)
  const found = files && (await findProgram(files))
  if (found && 'program' in found) return stopProcess(found.program.pid, files, io)
  if (found?.reason === undefined) return io.talk(`No program serves ${memory}.\n`)
  io.talk(`The program that serves this memory cannot be used: ${found.reason}.\n`)
}

/** Ends a resident program, and waits until it has ended. */
export async function stopProcess(pid: number, files: ResidentFiles, io: Io): Promise<void> {
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < patience; waited += pause) {
    const now = await findProgram(files)
    if (!('program' in now) || now.program.pid !== pid) return io.talk(`Process ${pid} has ended.\n`)
    await wait(pause)
  }
  throw new UsageError(`Process ${pid} is still running ${patience / 1000} s after the request to stop.`)
}
