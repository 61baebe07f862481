import { join, resolve } from 'node:path'
import { printable, renderJson, renderJsonLine, type Request } from '@recallite/command-line'
import { type SourceRoot, resolveSources } from '@recallite/core'
import { innerPath } from '@recallite/core/sources'
import { describeOrigin, environmentVariables, homeFolder, readSettings } from '@recallite/settings'
import { recalliteFolder, type SettingKey } from '@recallite/settings'
import type { Root } from '@recallite/store'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import {
  type ForeignMemory,
  type ForeignSetting,
  ImportError,
  type ImportedItem,
} from '../imports/foreign-memory.js'
import { readBasicMemory, readQmd } from '../imports/note-folders.js'
import { readOpenClaw } from '../imports/openclaw.js'
import { findMemory } from '../open/memory-location.js'
import { type OpenMemory, withMemoryAt } from '../open/open-memory.js'
import {
  printIndexNotes,
  renderIndexPlan,
  renderIndexReport,
  renderUsersFolders,
} from '../render/index-report.js'
import { renderTable } from '../render/table.js'
import { setInFile } from '../setup/plan.js'
import { exitCodeOf, indexInto, planInto } from './indexing.js'

const readers = { openclaw: readOpenClaw, qmd: readQmd, 'basic-memory': readBasicMemory }

/** `recallite import --from <program> [path]`. */
export async function runImportFrom(from: string, request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const variables = environmentVariables()
  const path = words[0] === undefined ? undefined : resolve(words[0])
  const found = await readers[from as keyof typeof readers]({ path, home: homeFolder(variables), variables })
  const { readFrom, roots, settings, left } = narrow(found, flags)
  const ofSettings = await takeSettings(settings, flags)
  const taken: Awaited<ReturnType<typeof takeRoots>>[] = []
  for (const agent of new Set(roots.map((root) => root.agent))) {
    const ofAgent = roots.filter((root) => root.agent === agent)
    taken.push(await takeRoots(ofAgent, { ...request, flags: agent ? { ...flags, agent } : flags }))
  }
  const items: ImportedItem[] = [
    ...ofSettings,
    ...taken.flatMap((each) => each.items),
    ...left.map((each) => ({ state: 'left', ...each }) as const),
  ]
  const { dryRun = false } = flags
  if (flags.json) io.write(renderJson({ from, readFrom, dryRun, items }))
  else {
    io.write(`From ${printable(readFrom.join(', '))}\n${renderItems(items, dryRun)}`)
    if (dryRun) io.write('Nothing was written.\n')
  }
  return Math.max(0, ...taken.map(({ exitCode }) => exitCode))
}

/** If flags name one memory, it gets only one agent's data, because no agent may see the memory of another. */
function narrow(found: ForeignMemory, { agent, db, store }: Flags): ForeignMemory {
  const agents = [...new Set(found.roots.flatMap((root) => root.agent ?? []))]
  if (agents.length === 0 || (agent ?? db ?? store) === undefined) return found
  const target = agent ?? (agents.includes('main') ? 'main' : agents[0])
  if (!agents.some((id) => id === target)) {
    const message = `There is no agent ${target} in ${found.readFrom[0]}. Its agents are ${agents.join(', ')}.`
    throw new ImportError('IMPORT_MISSING', message)
  }
  const isOfTarget = (each: { readonly agent?: string | undefined }) =>
    [undefined, target].includes(each.agent)
  const others = agents.filter((id) => id !== target)
  return {
    ...found,
    roots: found.roots.filter(isOfTarget),
    settings: found.settings.filter(isOfTarget),
    left: [
      ...found.left,
      ...others.map((id) => ({ what: `agent ${id}`, why: `it has its own memory: --agent ${id}` })),
    ],
  }
}

function renderItems(items: readonly ImportedItem[], isDryRun: boolean): string {
  const names = {
    taken: isDryRun ? 'would be imported' : 'imported',
    known: 'already here',
    left: 'not imported',
  }
  const rows = Object.entries(names).flatMap(([state, name]) => {
    const ofState = items.filter((item) => item.state === state)
    return ofState.map(({ what, agent, why }) => {
      const owner = agent === undefined ? '' : ` (agent ${agent})`
      return [name, printable(`${what}${owner}${why === undefined ? '' : `: ${why}`}`)]
    })
  })
  return renderTable(rows, { indent: '  ' })
}

/**
 * Adds settings to the user's settings file, without changing existing ones. Settings of models depend on each other: if one of them
 * is set differently, none is added.
 */
async function takeSettings(settings: readonly ForeignSetting[], { config, dryRun }: Flags) {
  // No agent has the id `defaults`, so this reads the settings for all agents.
  const readOf = async (agent = 'defaults') => (await readSettings({ agent, config })).withoutWorkspace()
  const items: ImportedItem[] = []
  for (const { agent, key, value } of settings) {
    const read = await readOf(agent)
    const others = settings.filter((other) => other.agent === agent && isAboutModels(other.key))
    const group = isAboutModels(key) ? [...others, { key: 'chain', value: '' } as const] : [{ key, value }]
    const conflict = group.find(
      (other) => read.originOf(other.key).kind !== 'built-in' && read.writtenOf(other.key) !== other.value,
    )
    const state = conflict ? 'left' : read.originOf(key).kind === 'built-in' ? 'taken' : 'known'
    const why = conflict && `${describeOrigin(read.originOf(conflict.key))} sets ${conflict.key}`
    items.push({ state, what: `setting ${key}: ${JSON.stringify(value)}`, agent, why })
  }
  const { files, home } = await readOf()
  const added = settings.filter((_, index) => items[index]?.state === 'taken')
  const values = added.map(({ agent, key, value }) => {
    const above = agent === undefined ? [] : ['agents', agent]
    return [[...above, ...key.split('.')], value] as const
  })
  if (!dryRun) setInFile(files.user ?? join(recalliteFolder(home), 'config.yaml'), values)
  return items
}

const isAboutModels = (key: SettingKey): boolean => /^(?:provider|model|fallback|providers\..*)$/u.test(key)

type ForeignRoots = ForeignMemory['roots']

/** Adds folders to a memory as roots and indexes them, like `recallite index`. */
async function takeRoots(roots: ForeignRoots, request: Request<Flags>) {
  const { flags } = request
  const sources = roots.map(({ source }) => source)
  if (resolveSources(sources).roots.length === 0)
    return { items: itemsOf(roots, [], []), exitCode: exitCodes.done }
  const use = { fills: true, namesFolders: true, isScratch: flags.dryRun === true }
  const location = await findMemory(flags, use)
  const withSources = { ...location, sources: [...location.sources, ...sources] }
  return withMemoryAt(withSources, { flags, use }, async (open) => {
    const before = await open.memory.listRoots()
    const exitCode = await indexOrPlan(open, request)
    return { items: itemsOf(roots, before, await open.memory.listRoots()), exitCode }
  })
}

async function indexOrPlan(open: OpenMemory, { flags, io }: Request<Flags>): Promise<number> {
  const talk = flags.json ? () => {} : io.talk
  if (flags.dryRun) {
    talk(renderIndexPlan(await planInto(open, { words: [], io })))
    return exitCodes.done
  }
  const { outcome, leftProject } = await indexInto(open, { words: [], flags, io })
  talk(renderIndexReport(outcome))
  if (leftProject !== undefined) talk(renderUsersFolders(leftProject))
  printIndexNotes({ ...outcome, missing: [], refused: [] }, io)
  return exitCodeOf(outcome, flags)
}

function itemsOf(roots: ForeignRoots, before: readonly Root[], after: readonly Root[]): ImportedItem[] {
  const earlier = new Set(before.map(foldersOf))
  return roots.flatMap(({ agent, name, source }) => {
    const { roots: sourceRoots, missing, refused } = resolveSources([source])
    const items: ImportedItem[] = [
      ...sourceRoots.map(({ path, include }) => {
        const root = holderOf(path, after)
        const what = `${path}${include === undefined ? '' : ` (${include.join(', ')})`}, root ${root?.name}`
        return { state: root && earlier.has(foldersOf(root)) ? 'known' : 'taken', what } as const
      }),
      ...describedOf(sourceRoots[0], { before, after }),
      ...missing.map((path) => ({ state: 'left', what: path, why: 'it does not exist' }) as const),
      ...refused.map(({ path, reason }) => ({ state: 'left', what: path, why: reason }) as const),
    ]
    return items.map((item) => ({ ...item, what: `${name}: ${item.what}`, agent }))
  })
}

const foldersOf = ({ description: _, ...root }: Root): string => renderJsonLine(root)

function describedOf(
  source: SourceRoot | undefined,
  { before, after }: { readonly before: readonly Root[]; readonly after: readonly Root[] },
): ImportedItem[] {
  const root = source && holderOf(source.path, after)
  if (root === undefined || source?.description === undefined) return []
  const what = `description ${JSON.stringify(source.description)}`
  if (root.path !== source.path)
    return [{ state: 'left', what, why: `the folder is part of the root ${root.name}` }]
  if (root.description !== source.description)
    return [{ state: 'left', what, why: `the root ${root.name} already has one: ${root.description}` }]
  const earlier = before.find(({ path }) => path === root.path)
  return [{ state: earlier?.description === root.description ? 'known' : 'taken', what }]
}

function holderOf(path: string, roots: readonly Root[]): Root | undefined {
  const around = roots.filter((root) => innerPath(path, root.path) !== undefined)
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]
}
