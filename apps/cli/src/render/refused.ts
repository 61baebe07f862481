import { printable, type Io } from '@recallite/command-line'
import type { RefusedPath } from '@recallite/core'

/** What of the sources is left out as it leads to where it must not, a line each. */
export function tellRefused(refused: readonly RefusedPath[], io: Pick<Io, 'talk'>): void {
  for (const { path, reason } of refused) io.talk(`${printable(path)} is left out: ${printable(reason)}\n`)
}

/** Tells each once, for programs that look again and again. */
export function tellRefusedOnce(io: Pick<Io, 'talk'>): (refused: readonly RefusedPath[]) => void {
  const told = new Set<string>()
  return (refused) => {
    tellRefused(
      refused.filter(({ path }) => !told.has(path)),
      io,
    )
    for (const { path } of refused) told.add(path)
  }
}
