import { type Io, printable, type Request, UsageError } from '@recallite/command-line'
import { environmentVariables, homeFolder } from '@recallite/settings'
import { connectHosts, disconnectHosts, type UndoneFile } from '../connect/connect-hosts.js'
import { describePlace, renderPlans, summarise } from '../connect/describe-plan.js'
import { findHosts } from '../connect/entries.js'
import { type HostName, hostNames, hostOf } from '../connect/host-table.js'
import { readJournal } from '../connect/journal.js'
import { argumentsOf, fromAnywhere, launchOf, servingArguments } from '../connect/launch.js'
import { placesOf } from '../connect/places.js'
import { planHosts } from '../connect/plan-host.js'
import { localNotice, printAddress, printLaunch } from '../connect/print-entry.js'
import { exitCodes } from '../failure.js'
import { defaultPort } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import { addressOf, tokenFile } from '../serve/gate.js'
import { isAgreed } from './agreement.js'

/** `recallite connect` */
export async function runConnect(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const surroundings = surroundingsOf(flags)
  if (flags.print !== undefined) {
    printEntry(flags.print, surroundings, io)
    return exitCodes.done
  }
  if (flags.url || flags.port !== undefined)
    throw new UsageError('--url and --port belong to --print: recallite connect --print NAME --url')
  return flags.undo ? undo(request, surroundings) : connect(request, surroundings)
}

type Surroundings = ReturnType<typeof surroundingsOf>

function surroundingsOf(flags: Flags) {
  const variables = environmentVariables()
  const [home, { platform }] = [homeFolder(variables), process]
  const [node, script = 'recallite'] = [process.execPath, process.argv[1]]
  const program = { node, script, searchPath: variables['PATH'] ?? '', home }
  const places = placesOf({ platform, home, variables })
  return { flags, program, places, home, context: { places, platform, server: launchOf(flags, program) } }
}

async function connect(request: Request<Flags>, { home, places, program, context }: Surroundings): Promise<number> {
  const { flags, io } = request
  const names = flags.only ?? findHosts(places, program.searchPath)
  if (names.length === 0) throw new UsageError(`No agent was found here. Name its host: recallite connect --only ${hostNames.join(',')}`)
  const plans = planHosts(names, context, readJournal(home))
  const text = renderPlans(plans, { home, columns: io.columns })
  if (flags.dryRun) io.write(text)
  else io.talk(text)
  const { isUnchanged, hasRefusals } = summarise(plans)
  const status = hasRefusals ? exitCodes.failed : exitCodes.done
  if (flags.dryRun) return status
  if (isUnchanged) {
    // The journal may still have to learn about a host that shares a file.
    await connectHosts(names, context, home)
    io.talk('Nothing to change.\n')
    return status
  }
  if (context.server.isLocal) io.talk(localNotice)
  if (!(await isAgreed(request, agreement))) return exitCodes.done
  const done = await connectHosts(names, context, home)
  const connected = done.filter(({ refusal }) => refusal === undefined)
  for (const { name } of connected) io.write(`Connected ${hostOf(name).title}.\n`)
  for (const { name, refusal } of done) {
    if (refusal !== undefined) io.talk(refusalLine(name, refusal))
  }
  for (const { name } of connected) io.talk(hostOf(name).note === undefined ? '' : `${hostOf(name).note}\n`)
  io.talk('Start a new session in each host. To remove everything again: recallite connect --undo\n')
  return summarise(done).hasRefusals ? exitCodes.failed : exitCodes.done
}

const agreement = {
  question: 'Write this?',
  undone: 'Nothing was written yet. To write what is listed above',
  refused: 'Nothing was written.',
}

const refusalLine = (name: HostName, refusal: string): string =>
  `${hostOf(name).title} was not connected: ${printable(refusal)}. Fix the file, or add the entry by hand: recallite connect --print ${name}\n`

async function undo({ flags, io }: Request<Flags>, { home }: Surroundings): Promise<number> {
  const files = await disconnectHosts(flags.only ?? hostNames, home, { isDryRun: flags.dryRun === true })
  if (files.length === 0) io.talk('There is nothing to undo.\n')
  for (const file of files) printUndone(file, { home, isDryRun: flags.dryRun === true }, io)
  return files.some(({ refusal }) => refusal !== undefined) ? exitCodes.failed : exitCodes.done
}

function printUndone(
  { file, removed, changed, refusal }: UndoneFile,
  { home, isDryRun }: { readonly home: string; readonly isDryRun: boolean },
  io: Io,
): void {
  const path = printable(fromAnywhere(file, home))
  for (const entry of removed) io.write(`${isDryRun ? 'Would remove' : 'Removed'} ${path}: ${describePlace(entry)}\n`)
  for (const entry of changed) io.talk(`${path}: ${describePlace(entry)} was changed since, so it stays. Remove it by hand.\n`)
  if (refusal !== undefined) io.talk(`${printable(refusal)}, so nothing was removed there. Fix it, then run the command again.\n`)
}

function printEntry(name: string, { flags, program, places, home }: Surroundings, io: Io): void {
  const context = { flags, program, places }
  if (!flags.url) {
    if (flags.port !== undefined) throw new UsageError('--port belongs to --url: recallite connect --print NAME --url')
    return printLaunch(name, context, io)
  }
  const { port = defaultPort } = flags
  if (port === 0)
    throw new UsageError('--port 0: an entry needs a fixed port. Omit the flag, or choose a port.')
  const portArguments = argumentsOf({ '--port': flags.port?.toString() })
  const command = ['recallite', 'serve', ...portArguments, ...servingArguments(flags, home)]
  const address = { url: addressOf(port), tokenFrom: 'RECALLITE_TOKEN' }
  printAddress(name, context, { address, command, tokenFile: tokenFile(home), io })
}
