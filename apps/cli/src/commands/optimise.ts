import { printable, renderJson, type Request } from '@recallite/command-line'
import type { Optimised } from '@recallite/core'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { lockWait, withMemory } from '../open/open-memory.js'
import { count, describeBytes } from '../render/amounts.js'

/** `recallite optimise` */
export async function runOptimise({ flags, io }: Request<Flags>): Promise<number> {
  const keepUnusedVectors = flags.dropUnused ? { keepUnusedVectors: 0 } : {}
  const optimised = await withMemory(flags, {}, ({ memory }) =>
    memory.optimise({ ...keepUnusedVectors, wait: lockWait }),
  )
  io.write(flags.json ? renderJson(optimised) : renderOptimised(optimised))
  const { postponed } = optimised
  if (postponed === null) return exitCodes.done
  io.talk(
    `Deleted texts may still be in the database's files: ${printable(postponed)}. Run 'recallite optimise' again later.\n`,
  )
  return exitCodes.incomplete
}

function renderOptimised({ removedVectors, bytes, freedBytes }: Optimised): string {
  const removed =
    removedVectors > 0 ? `${count(removedVectors, 'vector')} of texts that are gone removed, ` : ''
  return `Optimised: ${removed}${describeBytes(freedBytes)} freed, ${describeBytes(bytes)} left.\n`
}
