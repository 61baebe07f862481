import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTimed } from '../run-timed.js'
import { driverPath } from '../sqlite-driver.js'
import { installPeer, newerNodeProgram, newerNodeVersion, versions } from './install-peer.js'
import { ourVersion } from './our-version.js'

/**
 * @typedef {object} Measured of a library by one process
 * @property {number} build milliseconds
 * @property {readonly number[] | null} words times of searches by words, in milliseconds; null where it has none
 * @property {readonly number[] | null} vectors the same by vectors
 * @property {readonly (readonly string[])[] | null} nearest the ids that searches by vectors found
 * @property {number} megabytes of files; 0 where all is in memory
 * @property {number} memory the most that the process had at once, in megabytes, with the texts and vectors that it is given
 */

/**
 * @typedef {object} Library that keeps texts and vectors and searches them
 * @property {string} name
 * @property {string} version
 * @property {string} node that runs it
 * @property {(dataFolder: string, scratchFolder: string) => Promise<Measured>} measure
 */

/** Makes one library after the other, by their names. @type {Readonly<Record<string, () => Library>>} */
export const libraries = {
  recallite: () => ofOurs({ name: 'Recallite', version: ourVersion(), host: 'recallite-library.js' }),
  orama: () => ofPeer('@orama/orama', { name: 'Orama', host: 'orama-library.js' }),
  minisearch: () => ofPeer('minisearch', { name: 'MiniSearch', host: 'minisearch-library.js' }),
  lancedb: () => ofPeer('@lancedb/lancedb', { name: 'LanceDB', host: 'lancedb-library.js' }),
  'lancedb-ivf-pq': () =>
    ofPeer('@lancedb/lancedb', { name: 'LanceDB, IVF-PQ', host: 'lancedb-library.js', args: ['ivf-pq'] }),
  vectra: () => ofPeer('vectra', { name: 'vectra', host: 'vectra-library.js' }),
  limit: () =>
    ofOurs({
      name: 'Bare',
      version: 'FTS5 alone; reading memory',
      host: 'bare-library.js',
      args: [driverPath],
    }),
}

/** @typedef {{ name: string, host: string, args?: readonly string[] }} Hosted */

/** @param {Hosted & { version: string }} hosted @returns {Library} */
function ofOurs({ name, version, host, args = [] }) {
  return { name, version, node: process.version, measure: runHost(process.execPath, host, args) }
}

/** @param {string} packageName @param {Hosted} hosted @returns {Library} */
function ofPeer(packageName, { name, host, args = [] }) {
  const measure = runHost(newerNodeProgram(), host, [installPeer(packageName), ...args])
  return { name, version: `${versions[packageName]}`, node: newerNodeVersion, measure }
}

/** @param {string} node @param {string} host @param {readonly string[]} args @returns {Library['measure']} */
function runHost(node, host, args) {
  const file = fileURLToPath(new URL(join('hosts', host), import.meta.url))
  return async (dataFolder, scratchFolder) => {
    const all = ['--max-old-space-size=12000', file, dataFolder, scratchFolder, ...args]
    return JSON.parse((await runTimed(all, { node })).stdout)
  }
}
