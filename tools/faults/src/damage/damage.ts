import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@recallite/test-kit/random'
import { fingerprint, readRegular } from '../fingerprint.ts'
import { inTurn, interleave, type Bench, type Suite } from '../run-suite.ts'
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

const outsideText = 'This file is not the memory’s. The word of it is outsidecanaryword.\n'

async function prepare(
  table: readonly Kind[],
  { folder, ...size }: { folder: string; seed: number; files: number; sections: number },
): Promise<Bench> {
  const healthy = await makeHealthy(join(folder, 'damage'), size)
  const { world, provider } = healthy
  const outside = { path: join(world.folder, 'outside', 'canary.md'), text: outsideText }
  return {
    nameOf: (number) => inTurn(table, number).name,
    runCase: async (number, log) => {
      const kind = inTurn(table, number)
      world.restore(kind.needsLog ? healthy.logged : healthy.closed)
      mkdirSync(join(world.folder, 'outside'))
      writeFileSync(outside.path, outside.text)
      provider.forget()
      const before = fingerprint(world.dataFolder)
      const random = createRandom(size.seed, 'damage', number)
      kind.injure({ world, random, outside: outside.path, texts: [...healthy.pages.keys()] })
      log.isInjected = fingerprint(world.dataFolder) !== before
      if (log.isInjected) await healAfter({ healthy, kind, log, hit: whatWasHit(healthy), number, outside })
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
