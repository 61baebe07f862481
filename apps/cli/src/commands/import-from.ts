import { resolve } from 'node:path'
import { printable, renderJson, type Request } from '@recallite/command-line'
import { environmentVariables, homeFolder, readSettings } from '@recallite/settings'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { type ForeignMemory, ImportError } from '../imports/foreign-memory.js'
import { type ForeignName, foreignPrograms } from '../imports/programs.js'
import { type ImportedItem, renderItems } from '../imports/report.js'
import { takeSettings } from '../imports/take-settings.js'
import { type Taken, takePart } from './import-parts.js'

/** `recallite import --from <program> [path]`: exits with 3 if records were refused. */
export async function runImportFrom(from: ForeignName, request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const { dryRun = false, agent, config } = flags
  const { title, read } = foreignPrograms[from]
  const { readFrom, parts, settings, left } = narrow(await read(placeOf(request)), flags)
  const ofSettings = takeSettings(settings, await readSettings({ agent, config }), dryRun)
  const taken: Taken[] = []
  for (const part of parts) taken.push(...(await takePart(part, request)))
  const items: readonly ImportedItem[] = [
    ...ofSettings,
    ...taken.flatMap((each) => each.items),
    ...left.map((each) => ({ state: 'left', ...each }) as const),
  ]
  if (flags.json) io.write(renderJson({ from, readFrom, dryRun, items }))
  else {
    io.write(`${title}, from ${printable(readFrom.join(' and '))}\n`)
    io.write(renderItems(items, dryRun))
    if (dryRun) io.write('Nothing was written.\n')
  }
  return Math.max(exitCodes.done, ...taken.map(({ exitCode }) => exitCode))
}

function placeOf({ words: [word] }: Request<Flags>) {
  const variables = environmentVariables()
  return { path: word === undefined ? undefined : resolve(word), home: homeFolder(variables), variables }
}

/** Where flags name one memory, it gets what belongs to one agent: no agent sees what another one remembers. */
function narrow(found: ForeignMemory, { agent, db, store }: Flags): ForeignMemory {
  const agents = found.parts.flatMap((part) => part.agent ?? [])
  const isOne = agent !== undefined || db !== undefined || store !== undefined
  if (!isOne || agents.length === 0) return found
  const wanted = agent ?? (agents.includes('main') ? 'main' : agents[0])
  if (wanted === undefined || !agents.includes(wanted)) {
    const message = `There is no agent ${wanted} in ${found.readFrom.join(', ')}. It has ${agents.join(', ')}.`
    throw new ImportError('IMPORT_MISSING', message)
  }
  const isWanted = (owner: string | undefined) => owner === undefined || owner === wanted
  const others = agents.filter((id) => id !== wanted)
  const why = (id: string) => `it has a memory of its own: --agent ${id}`
  return {
    ...found,
    parts: found.parts.filter((part) => isWanted(part.agent)),
    settings: found.settings.filter((setting) => isWanted(setting.agent)),
    left: [...found.left, ...others.map((id) => ({ what: `agent ${id}`, why: why(id) }))],
  }
}
