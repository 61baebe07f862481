import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import type { Space } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open/open-memory.js'
import { describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'

/** `recallite spaces`, `recallite spaces drop NAME` */
export async function runSpaces(request: Request<Flags>): Promise<void> {
  const [action = 'list', name] = request.words
  if (action === 'list') await listSpaces(request)
  else if (action === 'drop') await dropSpace(request, name)
  else throw new UsageError(`'spaces ${action}' is not known. There are 'spaces' and 'spaces drop NAME'.`)
}

async function listSpaces({ flags, io }: Request<Flags>): Promise<void> {
  const { spaces } = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.status())
  if (flags.json) io.write(renderJson(spacesToJson(spaces)))
  else if (spaces.length > 0) io.write(renderSpaces(spaces))
  else io.talk(nothingEmbedded)
}

async function dropSpace({ flags, io }: Request<Flags>, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError("Say which space: 'recallite spaces drop NAME'.")
  const { dropped, freed } = await withMemory(flags, {}, async ({ memory }) => {
    const before = await memory.status()
    const space = findSpace(name, before.spaces)
    await memory.dropSpace(space)
    const after = await memory.status()
    return { dropped: space, freed: Math.max(0, before.database.bytes - after.database.bytes) }
  })
  const { provider, model } = dropped
  if (flags.json) io.write(renderJson({ dropped: `${provider}/${model}`, freedBytes: freed }))
  else
    io.talk(
      `Dropped ${printable(`${provider}/${model}`)}: ${describeBytes(freed)} are free. The texts are where they were.\n`,
    )
}

/** Vector spaces as JSON has them. */
export function spacesToJson(spaces: MemoryStatus['spaces']) {
  return spaces.map(({ hasVectors: _, ...space }) => space)
}

/** Vector spaces, one per line, the one chosen last at the end. */
export function renderSpaces(spaces: MemoryStatus['spaces']): string {
  const rows = spaces.map(({ provider, model, dimensions, vectors, pending, isFilled, bytes }) => [
    printable(`${provider}/${model}`),
    `${dimensions} dimensions`,
    `${vectors} vectors`,
    `${pending} pending${isFilled ? '' : ' (being filled)'}`,
    describeBytes(bytes),
  ])
  return renderTable(rows, { columns: Infinity, numbers: [1, 2, 3, 4] })
}

const nothingEmbedded =
  'No texts are embedded, so that words alone are searched. To search by meaning: recallite setup\n'

/**
 * The one space of a name: its model, with its provider, dimensions and prompt style where that is not enough.
 * @throws UsageError where there is none, or more than one
 */
export function findSpace<Found extends Space>(name: string, spaces: readonly Found[]): Found {
  const found = spaces.filter((space) => namesOf(space).includes(name))
  const [first, second] = found
  if (first && !second) return first
  const choice = (first ? found : spaces).map((space) => namesOf(space)[first ? 0 : 2]).join(', ')
  if (first) throw new UsageError(`Several spaces are called ${name}. Say which: ${choice}.`)
  const known = choice === '' ? 'Nothing is embedded yet.' : `There are: ${choice}.`
  throw new UsageError(`There is no space ${name}. ${known}`)
}

/** From the longest name to the shortest. */
function namesOf({ provider, model, dimensions, promptStyle }: Space): string[] {
  const whole = `${provider}/${model}`
  return [`${whole}/${dimensions}/${promptStyle}`, `${whole}/${dimensions}`, whole, model]
}
