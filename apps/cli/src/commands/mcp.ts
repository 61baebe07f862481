import type { Io, Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { findMemory } from '../open/memory-location.js'
import { withMemoryAt, type OpenMemory } from '../open/open-memory.js'
import { environmentVariables, homeFolder } from '@recallite/settings'
import { printSharedFolders } from '../trust/folders.js'

/** `recallite mcp`: ends when its client goes, or when it is asked to, and that is no failure. */
export async function runMcp({ flags, io }: Request<Flags>): Promise<void> {
  const { config: client } = flags
  if (client !== undefined) return printEntry(client, flags, io)
  const how = { flags: memoryFlags(flags), use: { fills: true, livesLong: true } }
  const location = await findMemory(how.flags, how.use)
  await withMemoryAt(location, how, (open) => serveMemory(open, { flags, io }))
}

async function printEntry(client: string, flags: Flags, io: Io): Promise<void> {
  const { printLaunch } = await import('../mcp/clients/entries.js')
  const variables = environmentVariables()
  const [node, script = 'recallite'] = [process.execPath, process.argv[1]]
  const searchPath = variables['PATH'] ?? ''
  const program = { node, script, searchPath, home: homeFolder(variables) }
  printLaunch(client, { flags, program }, io)
}

/** Where `--config` names a client, the flag for the settings file has another name. */
export function memoryFlags({ config: _client, settings, ...flags }: Flags): Flags {
  return settings === undefined ? flags : { ...flags, config: settings }
}

async function serveMemory(
  open: OpenMemory,
  { flags, io }: { readonly flags: Flags; readonly io: Io },
): Promise<void> {
  const { createOffer, keepUpToDate } = await import('../mcp/offer.js')
  if (open.resolved.settings.enabled) printSharedFolders(open, io)
  const upkeep = keepUpToDate(open.memory, open.resolved.settings, io)
  try {
    const { serveStdio } = await import('../mcp/serve-stdio.js')
    await serveStdio(createOffer(open, flags), io)
  } finally {
    await upkeep.close()
  }
}
