import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { closing, printable, shellWord, UsageError, type Io, type Request } from '@recallite/command-line'
import { foreignLanguage } from '@recallite/core/doctor'
import { resolveSources } from '@recallite/core/sources'
import { catalogModelAt, flagSettings, readSettings, type ReadSettings } from '@recallite/settings'
import { openUnchanged } from '../doctor/subject.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { isOpen } from '../open/driver.js'
import { locateMemory, type MemoryLocation } from '../open/memory-location.js'
import { describeBytes } from '../render/amounts.js'
import { installProvider } from '../setup/install-provider.js'
import {
  describeSettings,
  planReranker,
  planSetup,
  renderPlan,
  type SetupPlan,
  setInFile,
  settingsOf,
} from '../setup/plan.js'
import { tryReranker } from '../setup/try-reranker.js'
import { isAgreed } from './agreement.js'
import { runIndex } from './indexing.js'
import { pullShowing } from './models.js'

/** `recallite setup [folder…]` and `recallite setup --rerank [NAME]`. */
export async function runSetup(request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const { agent, config } = flags
  const settings = await readSettings({ flags: flagSettings(flags), agent, config })
  if (flags.rerank === true) return setUpReranker(request, settings)
  const location = await locateMemory(flags, settings, { namesFolders: words.length > 0 })
  assertSomethingToIndex(request, location)
  // If the index cannot be read, indexing will say why.
  const { store } = await openUnchanged(location.connection, false)
  const [spaces, rootsBefore] = isOpen(store)
    ? await closing(store, () => Promise.all([store.listSpaces(), store.listRoots()]))
    : [[], []]
  const plan = planSetup(flags, location.resolved, { spaces })
  io.talk(`This sets up search by meaning:\n${renderPlan(plan, io.columns, words)}`)
  const { roots } = resolveSources([...words, ...location.sources], location.connection.within)
  const isNamed = location.resolved.chain.some(({ model }) => model !== undefined)
  if (!isNamed) io.talk(await languageNotice(plan, [...rootsBefore, ...roots], words))
  if (!(await isAgreed(request))) return exitCodes.done
  await install(plan, io)
  // From now on the settings name provider and model; flags would override them.
  const { provider: _provider, model: _model, ...memoryFlags } = flags
  const code = await runIndex({ words, flags: memoryFlags, io })
  if (code !== exitCodes.done) return code
  io.talk(
    `Next: recallite search 'a question' · recallite connect (for agents) · recallite watch (keeps the index up to date)\n`,
  )
  return exitCodes.done
}

type Roots = Parameters<typeof foreignLanguage>[0]

/** Suggests another model if the plan's reads only English and most notes are in another language; else empty. */
async function languageNotice({ entry = '' }: SetupPlan, roots: Roots, words: readonly string[]) {
  const model = catalogModelAt(basename(entry))
  const language = model?.languages === 'English' && (await foreignLanguage(roots))
  if (!model || !language) return ''
  const command = ['recallite setup --model multilingual-e5-small', ...words.map(shellWord)].join(' ')
  return `Most notes are not in English (${language}), but ${model.name} reads only English. For about 100 languages: ${printable(command)} (or --model embeddinggemma-300M-Q8_0)\n`
}

/** Avoids a download for a memory without notes. */
function assertSomethingToIndex({ words }: Request<Flags>, { sources, connection, path }: MemoryLocation) {
  if (words.length > 0 || sources.length > 0) return
  if (connection.server !== undefined || existsSync(path)) return
  throw new UsageError('There are no notes to index here yet. Name a folder: recallite setup ~/notes')
}

async function setUpReranker(request: Request<Flags>, read: ReadSettings): Promise<number> {
  const { words, flags, io } = request
  const plan = planReranker(words[0], flags, read)
  io.talk(`This installs a reranker and measures it:\n${renderPlan(plan, io.columns)}`)
  const isHere = plan.installInto === undefined && plan.download === undefined
  if (!isHere && !(await isAgreed(request))) return exitCodes.done
  await fetchParts(plan, io)
  const { summary, entries } = await tryReranker(plan, read.settings, io)
  io.write(`${printable(summary)}\n`)
  const undone = 'It is not turned on yet. To turn it on'
  const texts = { question: 'Turn it on?', undone, refused: 'It is not turned on.' }
  if (!(await isAgreed(request, texts))) return exitCodes.done
  setInFile(plan.settingsFile, entries)
  io.write(`Wrote ${printable(`${describeSettings(entries)} in ${plan.settingsFile}`)}\n`)
  return exitCodes.done
}

async function install(plan: SetupPlan, io: Io): Promise<void> {
  await fetchParts(plan, io)
  const entries = settingsOf(plan)
  const isChanged = setInFile(plan.settingsFile, entries)
  const settings = `${describeSettings(entries)} in ${plan.settingsFile}`
  io.write(`${isChanged ? 'Wrote' : 'Found'} ${printable(settings)}\n`)
}

async function fetchParts(plan: SetupPlan, io: Io): Promise<void> {
  const { packageName, installInto, download, modelsFolder } = plan
  if (installInto !== undefined) {
    io.talk(`Installing ${packageName} …\n`)
    const done = await installProvider(plan, installInto, io.interrupted)
    io.write(
      `Installed ${packageName} ${done.version}: ${describeBytes(done.bytes)} in ${printable(installInto)}\n`,
    )
  }
  if (download !== undefined) await pullShowing(download, { folder: modelsFolder, flags: {}, io })
}
