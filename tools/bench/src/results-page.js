import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { drawScale } from './draw-scale.js'
import { renderPeerRun } from './peers/render-peers.js'
import { renderScale } from './render-scale.js'

const folder = new URL('../results/', import.meta.url)
const page = new URL('../RESULTS.md', import.meta.url)

/**
 * The rows that are committed.
 * @param {'scale' | 'peers'} name
 * @returns {any[]}
 */
export function readRows(name) {
  const file = new URL(`${name}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/**
 * Keeps rows and writes the page of all that is kept.
 * @param {'scale' | 'peers'} name
 * @param {readonly unknown[]} rows
 */
export function keepRows(name, rows) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(rows, null, 2)}\n`)
  const scale = readRows('scale')
  writeFileSync(new URL('scale.svg', folder), drawScale(scale))
  writeFileSync(page, [renderScale(scale), ...peerSection(readRows('peers'))].join('\n'))
}

/** @param {readonly import('./peers/render-peers.js').PeerRun[]} runs */
function peerSection(runs) {
  if (runs.length === 0) return []
  return [
    `# Side by side with other programs and libraries

Written by \`pnpm bench:peers\`; the raw rows are in [results/peers.json](results/peers.json). What is measured: [README](README.md).
`,
    ...runs.map((run) => `${renderPeerRun(run)}\n`),
  ]
}
