import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { closing, printable, UsageError, type Io, type Request } from '@recallite/command-line'
import { flagSettings, readSettings } from '@recallite/settings'
import type { KeptSpace } from '@recallite/store'
import { openUnchanged } from '../doctor/subject.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { isOpen } from '../open/driver.js'
import { locateMemory, type MemoryLocation } from '../open/memory-location.js'
import { describeBytes } from '../render/amounts.js'
import { installProvider } from '../setup/install-provider.js'
import { describeSettings, planSetup, renderPlan, type SetupPlan, writeSettings } from '../setup/plan.js'
import { runIndex } from './indexing.js'
import { pullShowing } from './models.js'

/** `recallite setup [folder…]`: from nothing to an answer by meaning. */
export async function runSetup(request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const { agent, config } = flags
  const settings = await readSettings({ flags: flagSettings(flags), agent, config })
  const location = await locateMemory(flags, settings, { namesFolders: words.length > 0 })
  assertSomethingToIndex(request, location)
  const plan = planSetup(flags, location.resolved, { spaces: await readSpaces(location) })
  io.talk(`This sets up search by meaning:\n${renderPlan(plan, words)}`)
  if (!(await isAgreed(request))) {
    io.talk('Nothing was changed.\n')
    return exitCodes.done
  }
  await install(plan, io)
  // The settings name provider and model from now on: as flags they would overrule what has been written.
  const { provider: _provider, model: _model, ...memoryFlags } = flags
  const code = await runIndex({ words, flags: memoryFlags, io })
  if (code !== exitCodes.done) return code
  io.talk(
    `Next: recallite search 'a question' · recallite mcp --config claude-code (for agents) · recallite watch (keeps the index up to date)\n`,
  )
  return exitCodes.done
}

/** Nothing is downloaded for a memory without notes. */
function assertSomethingToIndex({ words }: Request<Flags>, { sources, connection, path }: MemoryLocation) {
  if (words.length > 0 || sources.length > 0) return
  if (connection.server !== undefined || existsSync(path)) return
  throw new UsageError(
    'There are no notes here to index yet. Name a folder of notes: recallite setup ~/notes',
  )
}

/** The spaces of an index; none if it cannot be read: indexing will then say why. */
async function readSpaces({ connection }: MemoryLocation): Promise<KeptSpace[]> {
  const { store } = await openUnchanged(connection, false)
  return isOpen(store) ? closing(store, () => store.listSpaces()) : []
}

async function isAgreed({ flags, io }: Request<Flags>): Promise<boolean> {
  if (flags.yes) return true
  if (!io.isTalkTerminal) {
    throw new UsageError(
      'Nothing was installed yet. To install what is listed above, run the same command with --yes.',
    )
  }
  return closing(createInterface({ input: io.input, output: io.talkStream }), async (lines) => {
    const answer = await lines.question('Go on? [Y/n] ', { signal: io.interrupted })
    return /^(y|yes|)$/iu.test(answer.trim())
  })
}

/** Installs, downloads and writes what the plan says, and says what was done. */
async function install(plan: SetupPlan, io: Io): Promise<void> {
  const { packageName, installInto, download, modelsFolder, settingsFile } = plan
  if (installInto !== undefined) {
    io.talk(`Installing ${packageName} …\n`)
    const done = await installProvider(plan, installInto, io.interrupted)
    io.write(
      `Installed ${packageName} ${done.version}: ${describeBytes(done.bytes)} in ${printable(installInto)}\n`,
    )
  }
  if (download !== undefined) await pullShowing(download, { folder: modelsFolder, flags: {}, io })
  const isChanged = writeSettings(settingsFile, plan)
  const settings = `${describeSettings(plan)} in ${settingsFile}`
  io.write(`${isChanged ? 'Wrote' : 'Found'} ${printable(settings)}\n`)
}
