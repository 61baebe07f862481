import { resolve } from 'node:path'
import { printable, renderJson, type Request } from '@recallite/command-line'
import { environmentVariables, homeFolder } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { type ForeignMemory, ImportError, type ImportedItem } from '../imports/foreign-memory.js'
import { readMem0 } from '../imports/mem0.js'
import { readBasicMemory, readQmd } from '../imports/note-folders.js'
import { readOpenClaw } from '../imports/openclaw.js'
import { takeSettings } from '../imports/take-settings.js'
import { renderTable } from '../render/table.js'
import { takeRecords, takeRoots, type Taken } from './import-parts.js'

const readers = {
  openclaw: readOpenClaw,
  qmd: readQmd,
  'basic-memory': readBasicMemory,
  mem0: readMem0,
}

/** `recallite import --from <program> [path]`: exits with 3 if records were refused. */
export async function runImportFrom(from: string, request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const variables = environmentVariables()
  const path = words[0] === undefined ? undefined : resolve(words[0])
  const found = await readers[from as keyof typeof readers]({ path, home: homeFolder(variables), variables })
  const { readFrom, roots, settings, records, left } = narrow(found, flags)
  const ofSettings = await takeSettings(settings, flags)
  const taken: Taken[] = []
  for (const agent of new Set(roots.map((root) => root.agent))) {
    const ofAgent = roots.filter((root) => root.agent === agent)
    taken.push(await takeRoots(ofAgent, { ...request, flags: agent ? { ...flags, agent } : flags }))
  }
  if (records.length > 0) taken.push(await takeRecords(records, request))
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

/** Where flags name one memory, it gets what belongs to one agent: no agent sees what another one remembers. */
function narrow(found: ForeignMemory, { agent, db, store }: Flags): ForeignMemory {
  const agents = [...new Set(found.roots.flatMap((root) => root.agent ?? []))]
  if (agents.length === 0 || (agent ?? db ?? store) === undefined) return found
  const wanted = agent ?? (agents.includes('main') ? 'main' : agents[0])
  if (!agents.some((id) => id === wanted)) {
    throw new ImportError(
      'IMPORT_MISSING',
      `There is no agent ${wanted} in ${found.readFrom[0]}, but ${agents.join(', ')}.`,
    )
  }
  const isWanted = (each: { readonly agent?: string | undefined }) => [undefined, wanted].includes(each.agent)
  const others = agents.filter((id) => id !== wanted)
  return {
    ...found,
    roots: found.roots.filter(isWanted),
    settings: found.settings.filter(isWanted),
    left: [
      ...found.left,
      ...others.map((id) => ({ what: `agent ${id}`, why: `it has a memory of its own: --agent ${id}` })),
    ],
  }
}

function renderItems(items: readonly ImportedItem[], isDryRun: boolean): string {
  const names = { taken: isDryRun ? 'would be taken' : 'taken', known: 'here already', left: 'not taken' }
  const rows = Object.entries(names).flatMap(([state, name]) => {
    const ofState = items.filter((item) => item.state === state)
    return ofState.map(({ what, agent, why }) => {
      const owner = agent === undefined ? '' : ` (agent ${agent})`
      return [name, printable(`${what}${owner}${why === undefined ? '' : `: ${why}`}`)]
    })
  })
  return renderTable(rows, { indent: '  ' })
}
