import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Works in the folder, which stays; without one in a temporary folder, which is gone afterwards whatever happens. */
export async function withWorkFolder<Result>(
  folder: string | undefined,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    return work(resolve(folder))
  }
  const temporary = mkdtempSync(join(tmpdir(), 'recallite-eval-'))
  try {
    return await work(temporary)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
