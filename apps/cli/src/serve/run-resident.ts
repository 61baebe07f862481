import { once } from 'node:events'
import { printable } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { defaultPort } from '../flags/flag-table.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { programVersion } from '../program-version.js'
import { printSharedFolders } from '../trust/folders.js'
import { createPage, makeLink, showLink } from '../ui/page.js'
import { fingerprintOf } from './fingerprint.js'
import { serveFolder } from './endpoint.js'
import { addressOf, keepToken, tokenFile } from './gate.js'
import { holdMemory, type HeldMemory, type Holding } from './held-memory.js'
import { makeServeFolder, residentFiles } from './resident-files.js'
import { assertFree, listen } from './serve-memory.js'

/** Options of serving a memory. */
export interface Serving extends Holding {
  /** Opens its page, and uses another port if the default one is taken. */
  readonly opensPage?: boolean
}

/**
 * Serves a memory until the program is interrupted.
 * @throws CodedError `SERVE_RUNNING` if another program serves it; UsageError
 */
export async function runResident(location: MemoryLocation, serving: Serving): Promise<void> {
  const { io } = serving
  printSharedFolders(location, io)
  const { held, listening } = await openAlone(location, serving)
  try {
    if (!io.interrupted.aborted) await once(io.interrupted, 'abort')
  } finally {
    await listening.close()
    await held.close()
  }
}

/** If two programs start at the same time, one waits and then finds the other. */
async function openAlone(location: MemoryLocation, serving: Serving) {
  const { home } = location.resolved
  makeServeFolder(serveFolder(home))
  const files = residentFiles(home, location.path, location.connection.server)
  if (!files) return open(location, serving)
  return withLock(files.endpoint, async () => {
    await assertFree(files)
    return open(location, serving)
  })
}

async function open(location: MemoryLocation, serving: Serving) {
  const held = await holdMemory(location, serving)
  try {
    return { held, listening: await startListening(held, location, serving) }
  } catch (error) {
    await held.close()
    throw error
  }
}

async function startListening(held: HeldMemory, location: MemoryLocation, { flags, io, opensPage }: Serving) {
  const { home } = location.resolved
  const { path } = held.open
  const files = residentFiles(home, path, location.connection.server)
  const ports = flags.port === undefined ? [defaultPort, ...(opensPage ? [0] : [])] : [flags.port]
  const endpoints = { ports, token: await keepToken(home), files }
  const identity = { version: programVersion(), database: path, fingerprint: fingerprintOf(location, flags) }
  const onFailure = (message: string) => io.talk(`${printable(message)}\n`)
  const since = new Date().toISOString()
  const page = createPage()
  const listening = await listen(endpoints, (port) => {
    return { held, flags, program: { pid: process.pid, ...identity, since, port }, onFailure, page }
  })
  io.talk(`Listening at ${addressOf(listening.port)}\nIts token is in ${printable(tokenFile(home))}.\n`)
  if (files) io.talk(`Searches in a terminal use this process. To stop it: recallite serve --stop\n`)
  if (opensPage) {
    // Loads the page while its browser starts.
    void import('../ui/answer-page.js')
    await showLink(makeLink(page, listening.port), { flags, io })
  }
  return { close: () => listening.close().finally(page.forgetting.finish) }
}
