import { once } from 'node:events'
import { printable, UsageError, type Io } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { usualPort } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation, MemoryUse } from '../open/memory-location.js'
import { programVersion } from '../program-version.js'
import { printSharedFolders } from '../trust/folders.js'
import type { Service } from './serve-memory.js'
import { fingerprintOf } from './fingerprint.js'
import { addressOf, keepToken, tokenFile } from './gate.js'
import { holdMemory, type HeldMemory } from './held-memory.js'
import { makeServeFolder, residentFiles, serveFolder } from './resident-files.js'
import { assertFree, listen, type Listening } from './serve-memory.js'

/** How a memory is served. */
export interface Serving {
  readonly flags: Flags
  readonly use: MemoryUse
  readonly io: Io
}

/**
 * Serves a memory until the program is asked to stop, or has been idle for too long.
 * @throws CodedError `SERVE_RUNNING` if another program serves it; UsageError
 */
export async function runResident(location: MemoryLocation, serving: Serving): Promise<void> {
  const { io } = serving
  printSharedFolders(location, io)
  const { held, listening } = await openAlone(location, serving)
  try {
    if (!io.interrupted.aborted)
      await Promise.race([once(io.interrupted, 'abort'), once(listening.idle, 'abort')])
    if (listening.idle.aborted) io.talk('Nobody asked for a while: ended.\n')
  } finally {
    await listening.close()
    await held.close()
  }
}

interface Opened {
  readonly held: HeldMemory
  readonly listening: Listening
}

/** Of two that start at the same time, one waits and then finds the other. */
async function openAlone(location: MemoryLocation, serving: Serving): Promise<Opened> {
  const files = residentFiles(location.resolved.home, location.path, location.connection.server)
  if (!files) return open(location, serving)
  makeServeFolder(files)
  return withLock(files.socket, async () => {
    await assertFree(files)
    return open(location, serving)
  })
}

async function open(location: MemoryLocation, serving: Serving): Promise<Opened> {
  const held = await holdMemory(location, serving)
  try {
    return { held, listening: await openEndpoints(held, location, serving) }
  } catch (error) {
    await held.close()
    throw error
  }
}

async function openEndpoints(
  held: HeldMemory,
  location: MemoryLocation,
  { flags, io }: Serving,
): Promise<Listening> {
  const { home } = location.resolved
  const { path } = held.open
  const { port = usualPort, idle } = flags
  const files = residentFiles(home, path, location.connection.server)
  if (!files && port === 'none')
    throw new UsageError('--port none: this memory cannot have a socket, so it needs a port.')
  makeServeFolder(files ?? { folder: serveFolder(home), socket: '' })
  const endpoints = { port: port === 'none' ? undefined : port, token: await keepToken(home), files, idle }
  const identity = { version: programVersion(), database: path, fingerprint: fingerprintOf(location, flags) }
  const onFailure = (message: string) => io.talk(`${printable(message)}\n`)
  const since = new Date().toISOString()
  const listening = await listen(endpoints, (at): Service => {
    const program = { pid: process.pid, ...identity, since, port: at, idle: idle ?? null }
    return { held, flags, program, onFailure }
  })
  if (listening.port !== null)
    io.talk(`Listening at ${addressOf(listening.port)}\nIts token is in ${printable(tokenFile(home))}.\n`)
  if (files)
    io.talk(
      `Searches by this program in a terminal are answered from here. To end it: recallite serve --stop\n`,
    )
  return listening
}
