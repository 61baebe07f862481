import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { assertWritableFile, printable, type Io, type Request } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import type { StoreAddress } from '@recallite/settings'
import type { Flags } from '../flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { replaySuites } from '../replay/replay-suites.js'
import { placeRun } from '../run/run-file.js'
import type { Run, RunSuite } from '../run/run.js'
import { describeEnvironment } from '../settings.js'
import type { Suite } from '../suite/suite.js'
import { resolveSettings, workFolderOf, type RunTools } from './run-options.js'

/**
 * Makes a run and keeps it in its file; `described` are the suites with the queries that are asked, in the same order.
 * @throws UsageError, LockedError, EvaluationError, MemoryError, StoreError
 */
export async function makeRun(
  suites: readonly Suite[],
  described: readonly RunSuite[],
  { flags, io, ...given }: Pick<Request<Flags>, 'flags' | 'io'> & Omit<RunTools, 'server'>,
): Promise<Run> {
  const { strategies } = given
  const tools = { ...given, server: await readServer(flags) }
  const settings = resolveSettings(flags, tools)
  const workFolder = workFolderOf(flags)
  // Enough documents are ranked for the deepest measure and for the default ones.
  const depth = Math.max(...defaultDepths, ...(flags.k ?? []))
  const header = {
    settings,
    depth,
    strategies: strategies.map(({ name }) => name),
    suites: described,
    environment: describeEnvironment(),
    startedAt: new Date().toISOString(),
  }
  const file = flags.out === undefined ? placeRun(header, workFolder) : resolve(flags.out)
  assertWritableFile(file)
  mkdirSync(dirname(file), { recursive: true })
  const options = { ...tools, header, settings, workFolder, io }
  const run = await withLock(file, () => replaySuites(file, suites, options), { wait: 0 })
  reportDegraded(run, io)
  io.talk(`The run is kept in ${printable(file)}: see 'recallite-eval report' and 'compare'.\n`)
  return run
}

async function readServer({ store }: Flags): Promise<StoreAddress | undefined> {
  if (store === undefined) return undefined
  const { addressOfFlag } = await import('@recallite/settings/server-store')
  return addressOfFlag(store, '--store')
}

function reportDegraded(run: Run, io: Io): void {
  const reasons = run.answers.flatMap(({ suite, strategy, degraded }) =>
    degraded.map((reason) => `${suite}: ${strategy}: ${reason}`),
  )
  for (const [what, { length }] of Map.groupBy(reasons, (reason) => reason)) {
    io.talk(`${printable(what)} (${length} queries)\n`)
  }
}
