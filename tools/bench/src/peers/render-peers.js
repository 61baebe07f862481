import { formatMegabytes, formatTime } from '../render-report.js'
import { renderTable } from '../render-table.js'
import { median } from '../statistics.js'

/**
 * @typedef {object} System
 * @property {string} id
 * @property {string} name
 * @property {string} version
 * @property {string} node that ran it
 * @property {string} [failure] why it has no figures
 */

/**
 * @typedef {object} PeerRun what one run of `pnpm bench:peers` measured
 * @property {'programs' | 'libraries'} kind
 * @property {string} corpus
 * @property {readonly System[]} systems ours is the first one
 * @property {readonly import('./measure-programs.js').Figure[]} figures
 * @property {string} machine
 * @property {string} date of the day
 */

/**
 * A run as a table: medians, and how ours stand to what they must be.
 * @param {PeerRun} run
 * @returns {string} Markdown whose columns are aligned
 */
export function renderPeerRun({ kind, corpus, systems, figures, machine, date }) {
  const hasMust = figures.some((figure) => mustOf(figure) !== undefined)
  const header = ['figure', ...systems.map(({ name }) => name), ...(hasMust ? ['ratio', 'at most'] : [])]
  const rows = figures.map((figure) => [
    figure.name,
    ...systems.map(({ id }) => amount(figure, id)),
    ...(hasMust ? verdict(figure) : []),
  ])
  const programs = systems.map(({ name, version, node }) => `${name}: ${version}, Node ${node}`)
  const failures = systems.flatMap(({ name, failure }) => (failure ? [`${name} failed: ${failure}`] : []))
  const runs = figures[0]?.rows.length ?? 0
  return [
    `${kind === 'programs' ? 'Programs' : 'Libraries'}, ${corpus}. ${programs.join('; ')}.`,
    `${machine}, ${date}; ${runs === 1 ? 'one run' : `medians of ${runs} runs`} in turn.`,
    ...failures,
    '',
    ...renderTable([header, ...rows]),
  ].join('\n')
}

/**
 * Replaces an earlier run of the same systems over the same corpus.
 * @param {readonly PeerRun[]} earlier
 * @param {PeerRun} run
 * @returns {PeerRun[]}
 */
export function withRun(earlier, run) {
  return [...earlier.filter((one) => keyOf(one) !== keyOf(run)), run].toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? 1 : -1,
  )
}

/** @param {PeerRun} run */
function keyOf({ kind, corpus, systems }) {
  return [kind, corpus, ...systems.map(({ id }) => id)].join(' ')
}

/** The median of a system's values; undefined where it has none. @param {import('./measure-programs.js').Figure} figure @param {string} id */
function valueOf({ rows }, id) {
  const values = rows.flatMap((row) => row[id] ?? [])
  return values.length > 0 ? median(values) : undefined
}

/** @param {import('./measure-programs.js').Figure} figure @param {string} id */
function amount(figure, id) {
  const value = valueOf(figure, id)
  if (value === undefined || Number.isNaN(value)) return '–'
  if (figure.unit === 'time') return formatTime(value)
  if (figure.unit === 'memory') return formatMegabytes(value)
  return figure.unit === 'share' ? value.toFixed(3) : `${value}`
}

/** The ratio of ours to a peer that it must keep, if both were measured. @param {import('./measure-programs.js').Figure} figure */
function mustOf(figure) {
  const { must } = figure
  const [ours, theirs] = [valueOf(figure, 'recallite'), must && valueOf(figure, must.peer)]
  if (must === undefined || ours === undefined || theirs === undefined) return undefined
  return { ratio: ours / theirs, ...must }
}

/** @param {import('./measure-programs.js').Figure} figure */
function verdict(figure) {
  const must = mustOf(figure)
  if (must === undefined) return ['', '']
  const isKept = must.ratio <= must.factor
  return [must.ratio.toFixed(2), `${must.factor} × ${must.peer}: ${isKept ? 'kept' : 'broken'}`]
}
