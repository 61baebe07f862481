import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withDatabase } from '../database.ts'
import { vectorBytes } from '../provider.ts'
import { CaseLog, FaultsError } from '../run-suite.ts'
import { makeHall, withProvider, type Hall, type World } from '../world.ts'
import { vectorPages } from './pages.ts'

/** A memory as it is before the damage. */
export interface Healthy extends Hall {
  readonly pristine: Buffer
  /** The pages of each vector, by its text. */
  readonly pages: ReadonlyMap<string, readonly number[]>
  /** Template of a memory that no program had open. */
  readonly closed: string
  /** Template of one whose last program was killed, with a write-ahead log. */
  readonly logged: string
}

/** Indexes notes with a provider and keeps the result as templates. */
export async function makeHealthy(
  folder: string,
  size: { files: number; sections: number; seed: number },
): Promise<Healthy> {
  const hall = await makeHall(folder, size)
  const { world, provider, notes, templates } = hall
  // Pages that were split keep bytes of rows that moved; after this each vector lies on one page alone.
  withDatabase(world.database, (database) => database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
  const pristine = readFileSync(world.database)
  const vectors = new Map([...provider.timesAsked().keys()].map((text) => [text, vectorBytes(text)]))
  // Texts that the program embeds to know the model, not to find them.
  provider.forget()
  await world.prepare(['doctor', ...withProvider])
  for (const text of provider.timesAsked().keys()) vectors.delete(text)
  const pages = vectorPages(pristine, vectors)
  if (pages.size < notes.length) throw new FaultsError('The vectors are not found in the database file.')
  world.saveAs(templates.indexed)
  const logged = join(folder, 'logged')
  await makeLogged(hall, logged)
  return { ...hall, pristine, pages, closed: templates.indexed, logged }
}

/** Has a program that stays write, and kills it: its log stays beside the database. */
async function makeLogged({ world, notes, templates }: Hall, logged: string): Promise<void> {
  const changed = notes.slice(0, 4).map(({ path }) => join(world.notesFolder, path))
  // On a busy machine the program may have emptied its log before it is killed.
  let attempts = 0
  do {
    world.restore(templates.indexed)
    await killWhileItWrites(world, changed)
    attempts += 1
  } while (attempts < 5 && !hasLog(world))
  if (!hasLog(world)) throw new FaultsError('A killed program left no write-ahead log to damage.')
  world.saveAs(logged)
}

async function killWhileItWrites(world: World, changed: readonly string[]): Promise<void> {
  await world.run(new CaseLog('template'), ['watch', ...withProvider, '--json'], {
    isKilled: true,
    onStart: (control) => {
      setTimeout(() => {
        for (const file of changed) appendFileSync(file, '\nOne more line about the harbour.\n')
      }, 1500)
      const timer = setInterval(() => {
        if (!hasLog(world) && !control.hasEnded()) return
        clearInterval(timer)
        setTimeout(() => control.kill(), 200)
      }, 20)
    },
  })
}

function hasLog({ database }: World): boolean {
  return (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 32
}
