import { actionsRun, printable, renderJson, type Request, UsageError } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import type { Space } from '@recallite/store'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open/open-memory.js'
import { count, describeBytes } from '../render/amounts.js'
import { waitOptions } from '../render/index-report.js'
import { renderTable } from '../render/table.js'

/** `recallite roots`, `recallite roots describe NAME TEXT`, `recallite roots remove NAME` */
export const runRoots = actionsRun<Flags>('roots', {
  list: listRoots,
  'describe NAME': describeRoot,
  'remove NAME': removeRoot,
})

async function listRoots({ flags, io }: Request<Flags>): Promise<void> {
  const roots = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.listRoots())
  if (flags.json) io.write(renderJson(roots))
  else if (roots.length === 0) io.talk('No folder is indexed yet. Index one: recallite index FOLDER\n')
  else {
    const rows = roots.map(({ name, path, description }) => [name, path, description ?? []].flat())
    io.write(renderTable(rows.map((row) => row.map((cell) => printable(cell)))))
  }
}

async function describeRoot({ words, flags, io }: Request<Flags>, name: string): Promise<void> {
  const description = words.slice(2).join(' ')
  await withMemory(flags, {}, ({ memory }) => memory.describeRoot(name, description))
  if (flags.json) io.write(renderJson({ described: name, description }))
  else {
    const effect = description === '' ? 'no longer found by its words' : 'found by these words'
    const done = description === '' ? 'Removed the description of' : 'Described'
    io.talk(`${done} ${printable(name)}. Its notes are ${effect} after the next run of: recallite index\n`)
  }
}

async function removeRoot({ flags, io }: Request<Flags>, name: string): Promise<void> {
  await withMemory(flags, {}, ({ memory }) => memory.removeRoot(name))
  if (flags.json) io.write(renderJson({ removed: name }))
  else io.talk(`Forgot the root ${printable(name)}. Its files were not changed.\n`)
}

/** `recallite spaces`, `recallite spaces drop NAME` */
export const runSpaces = actionsRun<Flags>('spaces', { list: listSpaces, 'drop NAME': dropSpace })

async function listSpaces({ flags, io }: Request<Flags>): Promise<void> {
  const { spaces } = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.status())
  if (flags.json) io.write(renderJson(spacesToJson(spaces)))
  else if (spaces.length > 0) io.write(renderSpaces(spaces))
  else
    io.talk('No texts are embedded: only keyword search works. To add search by meaning: recallite setup\n')
}

async function dropSpace({ flags, io }: Request<Flags>, name: string): Promise<void> {
  const { dropped, freed } = await withMemory(flags, {}, async ({ memory }) => {
    const before = await memory.status()
    const space = findSpace(name, before.spaces)
    await memory.dropSpace(space)
    const after = await memory.status()
    return {
      dropped: `${space.provider}/${space.model}`,
      freed: Math.max(0, before.database.bytes - after.database.bytes),
    }
  })
  if (flags.json) io.write(renderJson({ dropped, freedBytes: freed }))
  else io.talk(`Dropped ${printable(dropped)}: ${describeBytes(freed)} freed. The texts were not changed.\n`)
}

/** Vector spaces as they are printed with `--json`. */
export function spacesToJson(spaces: MemoryStatus['spaces']) {
  return spaces.map(({ hasVectors: _, ...space }) => space)
}

/** Vector spaces, one per line, the most recently chosen one last. */
export function renderSpaces(spaces: MemoryStatus['spaces']): string {
  const rows = spaces.map(({ provider, model, dimensions, vectors, pending, isFilled, bytes }) => [
    printable(`${provider}/${model}`),
    `${dimensions} dimensions`,
    `${vectors} vectors`,
    `${pending} pending${isFilled ? '' : ' (being filled)'}`,
    describeBytes(bytes),
  ])
  return renderTable(rows, { numbers: [1, 2, 3, 4] })
}

/**
 * The space with a name: its model, and if that is ambiguous also its provider, dimensions and prompt style.
 * @throws UsageError if there is none, or more than one
 */
export function findSpace<Listed extends Space>(name: string, spaces: readonly Listed[]): Listed {
  const matching = spaces.filter((space) => namesOf(space).includes(name))
  const [first, second] = matching
  if (first && !second) return first
  const choice = (first ? matching : spaces).map((space) => namesOf(space)[first ? 0 : 2]).join(', ')
  if (first) throw new UsageError(`Several spaces match ${name}. Use one of: ${choice}.`)
  const hint = choice === '' ? 'Nothing is embedded yet.' : `Available: ${choice}.`
  throw new UsageError(`There is no space ${name}. ${hint}`)
}

function namesOf({ provider, model, dimensions, promptStyle }: Space): string[] {
  const whole = `${provider}/${model}`
  return [`${whole}/${dimensions}/${promptStyle}`, `${whole}/${dimensions}`, whole, model]
}

/** `recallite optimise` */
export async function runOptimise({ flags, io }: Request<Flags>): Promise<number> {
  const keepUnusedVectors = flags.dropUnused ? { keepUnusedVectors: 0 } : {}
  const optimised = await withMemory(flags, {}, ({ memory }) =>
    memory.optimise({ ...keepUnusedVectors, sql: flags.sql, ...waitOptions(io) }),
  )
  const { postponed, removedVectors, bytes, freedBytes } = optimised
  const removed = removedVectors > 0 ? `${count(removedVectors, 'vector')} of deleted texts removed, ` : ''
  const report = `Optimised: ${removed}${describeBytes(freedBytes)} freed, ${describeBytes(bytes)} left.\n`
  io.write(flags.json ? renderJson(optimised) : report)
  if (postponed === null) return exitCodes.done
  io.talk(
    `Deleted texts may still be in the database's files: ${printable(postponed)}. Run 'recallite optimise' again later.\n`,
  )
  return exitCodes.incomplete
}
