import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { servingArguments } from '../mcp/clients/launch.js'
import { makeServeFolder, residentFiles } from './resident-files.js'

/**
 * Starts the resident program of a memory as a process of its own, which outlives this one, has no port and ends when it is
 * idle. What it says goes into a file beside its socket. Of several that start, one stays.
 */
export function startResident(location: MemoryLocation, flags: Flags): void {
  const { settings, home, workingFolder } = location.resolved
  const files = residentFiles(home, location.path, location.connection.server)
  const script = process.argv[1]
  if (!files || script === undefined) return
  const { config, ...rest } = flags
  const { idle } = settings.serve
  const limit = idle === 0 ? [] : ['--idle', `${idle}ms`]
  const given = { ...rest, ...(config !== undefined && { settings: config }) }
  const args = [script, 'serve', '--port', 'none', ...limit, ...servingArguments(given, home)]
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
