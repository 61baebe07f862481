import { printable } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import type { ProgramInfo } from './program-info.js'
import { differenceOf, findProgram } from './resident.js'
import { residentFiles } from './resident-files.js'

/** The resident program of a memory, and why it is not asked; null where none runs. */
export type ResidentStatus =
  | (Omit<ProgramInfo, 'fingerprint' | 'database'> & { readonly unusedBecause: string | null })
  | { readonly pid: null; readonly unusedBecause: string }
  | null

/** Finds the resident program of a memory. */
export async function describeResident(location: MemoryLocation, flags: Flags): Promise<ResidentStatus> {
  const { home, settings } = location.resolved
  const files = residentFiles(home, location.path, location.connection.server)
  if (!files) return null
  const found = await findProgram(files)
  if (!('program' in found))
    return found.reason === undefined ? null : { pid: null, unusedBecause: found.reason }
  const off = settings.serve.use ? undefined : 'serve.use is false'
  return residentStatus(found.program, off ?? differenceOf(found.program, location, flags) ?? null)
}

/** A program as the status tells of it. */
export function residentStatus(
  { fingerprint: _, database: __, ...program }: ProgramInfo,
  unusedBecause: string | null,
): ResidentStatus {
  return { ...program, unusedBecause }
}

/** The resident program as rows of the status; none where none runs. */
export function residentRows(resident: ResidentStatus): (readonly [label: string, what: string])[] {
  if (resident === null) return []
  const { unusedBecause } = resident
  const unused = unusedBecause === null ? [] : [['  not used', printable(unusedBecause)] as const]
  return [['resident', describe(resident)], ...unused]
}

function describe(resident: NonNullable<ResidentStatus>): string {
  if (resident.pid === null) return 'does not answer'
  const { pid, since, port } = resident
  return `process ${pid} since ${since}${port === null ? '' : `, port ${port}`}`
}
