import { readVersion, UsageError, type Io, type Request } from '@recallite/command-line'
import { usualPort } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import { argumentsOf, servingArguments } from '../mcp/clients/launch.js'
import { addressOf } from '../mcp/http/gate.js'
import type { Offer } from '../mcp/offer.js'
import { withMemory, type OpenMemory } from '../open-memory.js'
import { environmentVariables, homeFolder } from '@recallite/settings'
import { printSharedFolders } from '../trust/shared-folders.js'

/** `recallite mcp`: ends when its client goes, or when it is asked to, and that is no failure. */
export async function runMcp({ flags, io }: Request<Flags>): Promise<void> {
  const { config: client } = flags
  assertTogether(flags)
  if (client !== undefined) {
    return printEntry(client, flags, io)
  }
  tokenOf(flags)
  await withMemory(memoryFlags(flags), { fills: true, livesLong: true }, (open) =>
    serveMemory(open, flags, io),
  )
}

async function printEntry(client: string, flags: Flags, io: Io): Promise<void> {
  const { printAddress, printLaunch } = await import('../mcp/clients/print-entry.js')
  const variables = environmentVariables()
  const home = homeFolder(variables)
  if (!flags.http) {
    const [node, script = 'recallite'] = [process.execPath, process.argv[1]]
    const program = { node, script, searchPath: variables['PATH'] ?? '', home }
    return printLaunch(client, { flags, program }, io)
  }
  const { port, tokenFromEnv: tokenFrom } = flags
  const own = argumentsOf({ '--port': port?.toString(), '--token-from-env': tokenFrom })
  const command = ['recallite', 'mcp', '--http', ...own, ...servingArguments(flags, home)]
  printAddress(client, { address: { url: addressOf(port ?? usualPort), tokenFrom }, command }, io)
}

function assertTogether({ http, port, tokenFromEnv }: Flags): void {
  if (http || (port === undefined && tokenFromEnv === undefined)) return
  throw new UsageError(
    '--port and --token-from-env are for --http: over stdio the server listens at no port.',
  )
}

function tokenOf({ tokenFromEnv: variable }: Flags): string | undefined {
  if (variable === undefined) return undefined
  const token = environmentVariables()[variable] ?? ''
  if (/^[\x21-\x7e]+$/u.test(token)) return token
  throw new UsageError(`--token-from-env ${variable}: this variable must hold a token, without spaces.`)
}

/** On this command `--config` names a client, so that the flag for the settings file has another name. */
function memoryFlags({ config: _client, settings, ...flags }: Flags): Flags {
  return settings === undefined ? flags : { ...flags, config: settings }
}

async function serveMemory(open: OpenMemory, flags: Flags, io: Io): Promise<void> {
  const { createOffer, keepUpToDate } = await import('../mcp/offer.js')
  const version = readVersion(new URL('../package.json', import.meta.url))
  if (open.resolved.settings.enabled) printSharedFolders(open, io)
  const upkeep = keepUpToDate(open.memory, open.resolved.settings, io)
  try {
    await serve(createOffer(open, flags, version), flags, io)
  } finally {
    await upkeep.close()
  }
}

async function serve(offer: Offer, flags: Flags, io: Io): Promise<void> {
  if (flags.http) {
    const { serveHttp } = await import('../mcp/http/serve-http.js')
    await serveHttp(offer, { port: flags.port ?? usualPort, token: tokenOf(flags) }, io)
  } else {
    const { serveStdio } = await import('../mcp/serve-stdio.js')
    await serveStdio(offer, io)
  }
}
