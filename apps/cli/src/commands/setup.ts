import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { closing, CodedError, printable, shellWord, UsageError } from '@recallite/command-line'
import type { Io, Request } from '@recallite/command-line'
import { foreignLanguage } from '@recallite/core/doctor'
import { resolveSources } from '@recallite/core/sources'
import { catalogModelAt, flagSettings, readSettings } from '@recallite/settings'
import type { ReadSettings, Settings } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
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
  await fetchParts(plan, io)
  writeSettings(plan, settingsOf(plan), io)
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
  writeSettings(plan, entries, io)
  return exitCodes.done
}

function writeSettings(plan: SetupPlan, entries: Parameters<typeof setInFile>[1], io: Io): void {
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

const query = 'Where is the spare key of the cellar?'
const answer = 'The spare key of the cellar lies in the top drawer of the kitchen.'
const other = 'Interest rates rose by half a point in March, and the harvest was late.'

/**
 * Opens a reranker, checks that it distinguishes an answer from another text, and measures the duration of a search with it.
 * @returns `summary`: the seconds per search, as a sentence; `entries`: the settings that turn it on
 * @throws RerankError if it does not open; CodedError `RERANKER_UNFIT`
 */
async function tryReranker({ model }: Pick<SetupPlan, 'model'>, settings: Settings, io: Io) {
  const { candidates, deadline } = settings.rerank
  const rerank = { ...settings.rerank, model, baseUrl: undefined }
  const opening = performance.now()
  const reranker = await chooseReranker({ ...settings, rerank }, { isOffline: true })?.open(io.interrupted)
  const loaded = ((performance.now() - opening) / 1000).toFixed(1)
  try {
    const ask = async (texts: readonly string[]) =>
      (await reranker?.rerank({ query, texts, signal: io.interrupted })) ?? []
    const [fits = NaN, differs = NaN] = await ask([answer, other])
    if (!(fits > differs)) {
      const scores = `${fits.toFixed(4)} and an unrelated text ${differs.toFixed(4)}`
      const message = `${model} scored the right answer ${scores}, so it cannot rank. It was not turned on; choose another reranker.`
      throw new CodedError('RERANKER_UNFIT', message)
    }
    io.talk(`Measuring it with ${candidates} texts, as in a search …\n`)
    // A token of English prose has about four characters.
    const text = `${answer} ${other} `.repeat(40).slice(0, 4 * settings.chunking.tokens)
    const begun = performance.now()
    await ask(Array.from({ length: candidates }, () => text))
    const seconds = (performance.now() - begun) / 1000
    const summary = `${model} adds ${seconds.toFixed(2)} s to each search on this machine (${candidates} texts of typical length) and takes ${loaded} s to load, once per process.`
    // A search ignores late scores, so the deadline allows for a busy machine.
    const longer = Math.ceil(3 * seconds)
    const late = longer * 1000 > deadline ? [[['rerank', 'deadline'], `${longer}s`] as const] : []
    return {
      summary,
      entries: [[['rerank', 'model'], model], [['rerank', 'baseUrl'], null], ...late] as const,
    }
  } finally {
    await reranker?.dispose?.()
  }
}
