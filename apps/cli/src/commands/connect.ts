import { type Io, printable, type Request, UsageError } from '@recallite/command-line'
import { environmentVariables, homeFolder } from '@recallite/settings'
import { connectHosts, disconnectHosts } from '../connect/connect-hosts.js'
import { describePlace, isComplete, renderPlans } from '../connect/describe-plan.js'
import { findHosts } from '../connect/entries.js'
import { hostNames, hostOf } from '../connect/host-table.js'
import { readJournal } from '../connect/journal.js'
import { argumentsOf, fromAnywhere, launchOf, servingArguments } from '../connect/launch.js'
import { placesOf } from '../connect/places.js'
import { type HostPlan, planHosts } from '../connect/plan-host.js'
import { localNotice, printEntry, type RunningServer } from '../connect/print-entry.js'
import { exitCodes } from '../failure.js'
import { defaultPort } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import { addressOf, tokenFile } from '../serve/gate.js'
import { isAgreed } from './agreement.js'

/** `recallite connect` */
export async function runConnect(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const surroundings = surroundingsOf(flags)
  if (flags.print === undefined && (flags.url || flags.port !== undefined))
    throw new UsageError('--url and --port belong to --print: recallite connect --print NAME --url')
  if (flags.transcripts)
    return (await import('../transcripts/connect-transcripts.js')).connectTranscripts(request)
  if (flags.undo) return undo(request, surroundings)
  if (flags.print === undefined) return connect(request, surroundings)
  const { context, home } = surroundings
  const name = hostNames.find((each) => each === flags.print)
  const place = name && context.places[name]
  printEntry(flags.print, { server: context.server, place, home, running: runningServer(flags, home) }, io)
  return exitCodes.done
}

type Surroundings = ReturnType<typeof surroundingsOf>

function surroundingsOf(flags: Flags) {
  const variables = environmentVariables()
  const [home, { platform }] = [homeFolder(variables), process]
  const [node, script = 'recallite'] = [process.execPath, process.argv[1]]
  const program = { node, script, searchPath: variables['PATH'] ?? '', home }
  const places = placesOf({ platform, home, variables })
  return { home, program, context: { places, platform, server: launchOf(flags, program) } }
}

async function connect(request: Request<Flags>, { home, program, context }: Surroundings): Promise<number> {
  const { flags, io } = request
  const names = flags.only ?? findHosts(context.places, program.searchPath)
  if (names.length === 0)
    throw new UsageError(
      `No agent was found here. Name its host: recallite connect --only ${hostNames.join(',')}`,
    )
  const plans = planHosts(names, context, readJournal(home))
  const render = (some: readonly HostPlan[]) => renderPlans(some, { home, columns: io.columns })
  const print = flags.dryRun ? io.write : io.talk
  print(render(plans))
  if (flags.dryRun) return statusOf(plans)
  const isUnchanged = plans.every(isComplete)
  if (isUnchanged) io.talk('Nothing to change.\n')
  else if (context.server.isLocal) io.talk(localNotice)
  if (!isUnchanged && !(await isAgreed(request, agreement))) return exitCodes.done
  // Also without changes: the journal may have to learn about another host that shares a file.
  const done = await connectHosts(names, context, home)
  // A file may have changed since its plan was printed.
  const isNew = ({ name }: HostPlan) => plans.some((plan) => plan.name === name && plan.refusal === undefined)
  io.talk(render(done.filter((plan) => plan.refusal !== undefined && isNew(plan))))
  printConnected(done, io)
  return statusOf(done)
}

const statusOf = (plans: readonly HostPlan[]): number =>
  plans.some(({ refusal }) => refusal !== undefined) ? exitCodes.failed : exitCodes.done

function printConnected(plans: readonly HostPlan[], io: Io): void {
  const changed = plans.filter((plan) => plan.refusal === undefined && !isComplete(plan))
  for (const { name } of changed) io.write(`Connected ${hostOf(name).title}.\n`)
  for (const { name } of changed) io.talk(hostOf(name).note === undefined ? '' : `${hostOf(name).note}\n`)
  if (changed.length > 0)
    io.talk('Start a new session in each host. To remove everything again: recallite connect --undo\n')
}

const agreement = {
  question: 'Write this?',
  undone: 'Nothing was written yet. To write what is listed above',
  refused: 'Nothing was written.',
}

async function undo({ flags, io }: Request<Flags>, { home }: Surroundings): Promise<number> {
  const files = await disconnectHosts(flags.only ?? hostNames, home, { isDryRun: flags.dryRun === true })
  if (files.length === 0) io.talk('There is nothing to undo.\n')
  for (const { file, removed, changed, refusal } of files) {
    const path = printable(fromAnywhere(file, home))
    for (const entry of removed)
      io.write(`${flags.dryRun ? 'Would remove' : 'Removed'} ${path}: ${describePlace(entry)}\n`)
    for (const entry of changed)
      io.talk(`${path}: ${describePlace(entry)} was changed since, so it stays. Remove it by hand.\n`)
    if (refusal !== undefined)
      io.talk(`${printable(refusal)}, so nothing was removed there. Fix it, then run the command again.\n`)
  }
  return files.some(({ refusal }) => refusal !== undefined) ? exitCodes.failed : exitCodes.done
}

function runningServer(flags: Flags, home: string): RunningServer | undefined {
  const { port = defaultPort } = flags
  if (!flags.url && flags.port === undefined) return undefined
  if (!flags.url) throw new UsageError('--port belongs to --url: recallite connect --print NAME --url')
  if (port === 0)
    throw new UsageError('--port 0: an entry needs a fixed port. Omit the flag, or choose a port.')
  const portArguments = argumentsOf({ '--port': flags.port?.toString() })
  const command = ['recallite', 'serve', ...portArguments, ...servingArguments(flags, home)]
  return { url: addressOf(port), tokenFrom: 'RECALLITE_TOKEN', command, tokenFile: tokenFile(home) }
}
