import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../random.js'
import { fingerprint, readRegular } from '../fingerprint.js'
import { bitKind, vectorPageKind } from './bytes-kinds.js'
import { kinds } from './kinds.js'
import { makeHealthy } from './make-templates.js'
import { healAfter } from './heal.js'
import { changedPages, pagesWith } from './pages.js'

/** @typedef {import('../run-suite.js').Suite} Suite */
/** @typedef {import('./kinds.js').Kind} Kind */

/** @type {Suite} */
export const damage = {
  name: 'damage',
  small: 8,
  spread: 11,
  full: 400,
  prepare: (options) =>
    prepareBench({
      ...options,
      size: { files: 20, sections: 3 },
      kindOf: (number) => kinds[number % kinds.length],
    }),
}

/** @type {Suite} */
export const singleBits = {
  name: 'damage --single-bits',
  small: 2,
  spread: 3,
  full: 100,
  prepare: (options) =>
    prepareBench({
      ...options,
      size: { files: 40, sections: 26 },
      kindOf: (number) => (number % 4 === 3 ? vectorPageKind : bitKind),
    }),
}

const outsideText = 'This file is not the memory’s. The word of it is outsidecanaryword.\n'

/**
 * @param {{ folder: string, seed: number, size: { files: number, sections: number }, kindOf: (number: number) => Kind | undefined }} options
 * @returns {Promise<import('../run-suite.js').Bench>}
 */
async function prepareBench({ folder, seed, size, kindOf }) {
  const healthy = await makeHealthy(join(folder, 'damage'), { ...size, seed })
  const { world, provider } = healthy
  /** @param {number} number */
  const kindAt = (number) => {
    const kind = kindOf(number)
    if (!kind) throw new RangeError(`There is no kind of damage for case ${number}.`)
    return kind
  }
  return {
    nameOf: (number) => kindAt(number).name,
    runCase: async (number, log) => {
      const kind = kindAt(number)
      world.restore(kind.needsLog ? healthy.logged : healthy.closed)
      const outside = join(world.folder, 'outside', 'canary.md')
      mkdirSync(join(world.folder, 'outside'))
      writeFileSync(outside, outsideText)
      provider.forget()
      const before = fingerprint(world.dataFolder)
      const random = createRandom(seed, 'damage', number)
      kind.injure({ world, random, outside, texts: [...healthy.pages.keys()] })
      log.isInjected = fingerprint(world.dataFolder) !== before
      if (!log.isInjected) return
      const hit = whatWasHit(healthy)
      await healAfter({ healthy, kind, log, hit, number, outside: { path: outside, text: outsideText } })
    },
    close: () => provider.close(),
  }
}

/**
 * What lay on the pages that are not as they were.
 * @param {import('./make-templates.js').Healthy} healthy
 * @returns {import('./heal.js').Hit}
 */
function whatWasHit({ world, pristine, pages }) {
  const after = readRegular(world.database) ?? readRegular(`${world.database}.moved`) ?? Buffer.alloc(0)
  const changed = changedPages(pristine, after)
  const vectors = [...pages].filter(([, on]) => on.some((page) => changed.has(page))).map(([text]) => text)
  const folders = pagesWith(pristine, Buffer.from(world.notesFolder))
  return { vectors: new Set(vectors), hasFolders: folders.some((page) => changed.has(page)) }
}
