import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '@recallite/test-kit/random'
import { fingerprint, readRegular } from '../fingerprint.ts'
import { inTurn, interleave, type Bench, type CaseLog, type Suite } from '../run-suite.ts'
import { bitKind, bytesKinds, vectorPageKind } from './bytes-kinds.ts'
import { foreignKinds } from './foreign-kinds.ts'
import { healAfter, type Hit } from './heal.ts'
import { makeHealthy, type Healthy } from './healthy.ts'
import type { Kind } from './kind.ts'
import { changedPages, pagesWith } from './pages.ts'
import { sqlKinds } from './sql-kinds.ts'

/** Every kind of damage, in the order in which cases go through them. */
export const kinds = interleave(bytesKinds, sqlKinds, foreignKinds)

export const damage: Suite = {
  name: 'damage',
  small: 8,
  spread: 11,
  full: 400,
  prepare: (options) => prepare(kinds, { ...options, files: 20, sections: 3 }),
}

const mostlyAnywhere = [bitKind, bitKind, bitKind, vectorPageKind]

export const singleBits: Suite = {
  name: 'damage --single-bits',
  small: 2,
  spread: 3,
  full: 100,
  prepare: (options) => prepare(mostlyAnywhere, { ...options, files: 40, sections: 26 }),
}

async function prepare(
  table: readonly Kind[],
  { folder, ...size }: { folder: string; seed: number; files: number; sections: number },
): Promise<Bench> {
  const healthy = await makeHealthy(join(folder, 'damage'), size)
  return makeBench(table, {
    ...healthy,
    seed: size.seed,
    texts: [...healthy.pages.keys()],
    heal: (damaged) => healAfter({ ...damaged, healthy, hit: whatWasHit(healthy) }),
  })
}

/** What is damaged, and how it is brought back. */
interface Patient extends Pick<Healthy, 'world' | 'provider' | 'closed' | 'logged'> {
  readonly seed: number
  readonly texts: readonly string[]
  heal(damaged: { kind: Kind; log: CaseLog; number: number; random: Random }): Promise<void>
}

/** Damages the database of a world in every way of a table. */
export function makeBench(table: readonly Kind[], patient: Patient): Bench {
  const { world, provider, texts } = patient
  const outside = join(world.folder, 'outside', 'canary.md')
  const outsideText = 'This file is not the memory’s. The word of it is outsidecanaryword.\n'
  return {
    nameOf: (number) => inTurn(table, number).name,
    runCase: async (number, log) => {
      const kind = inTurn(table, number)
      world.restore(kind.needsLog ? patient.logged : patient.closed)
      mkdirSync(join(world.folder, 'outside'))
      writeFileSync(outside, outsideText)
      provider.forget()
      const before = fingerprint(world.dataFolder)
      const random = createRandom(patient.seed, 'damage', number)
      kind.injure({ world, random, outside, texts })
      log.isInjected = fingerprint(world.dataFolder) !== before
      if (log.isInjected) await patient.heal({ kind, log, number, random })
      if (readFileSync(outside, 'utf8') !== outsideText) log.leaked.push(`${outside} was changed`)
      if (log.runs.some(({ stdout, stderr }) => `${stdout}${stderr}`.includes('outsidecanaryword')))
        log.leaked.push('a file outside was shown')
    },
    close: () => provider.close(),
  }
}

/** What lay on the pages that are not as they were. */
function whatWasHit({ world, pristine, pages }: Healthy): Hit {
  const after = readRegular(world.database) ?? readRegular(`${world.database}.moved`) ?? Buffer.alloc(0)
  const changed = changedPages(pristine, after)
  const vectors = [...pages].filter(([, on]) => on.some((page) => changed.has(page))).map(([text]) => text)
  const folders = pagesWith(pristine, Buffer.from(world.notesFolder))
  return { vectors: new Set(vectors), hasFolders: folders.some((page) => changed.has(page)) }
}
