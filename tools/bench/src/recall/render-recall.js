import { renderTable } from '../render-table.js'

/**
 * @typedef {object} MeasuredCodes
 * @property {string} model
 * @property {string} set
 * @property {number} vectors
 * @property {number} chunks
 * @property {boolean} isCoded whether there are so many vectors that a search goes by their codes
 * @property {number} byCodes nDCG@10 of a search without settings
 * @property {number} [exact] the same where every vector is compared
 * @property {number} [questions] whose nearest chunks were compared
 * @property {number} [recall] recall@10 for the questions
 * @property {number} [ownRecall] recall@10 for vectors of the index
 * @property {readonly string[]} [joined] the sets whose documents it has
 * @property {string} machine
 * @property {string} date of the day
 */

/**
 * @param {readonly MeasuredCodes[]} measured
 * @returns {string} a table in Markdown, and what joined sets are made of
 */
export function renderRecall(measured) {
  const header = [
    'model',
    'set',
    'vectors',
    'questions',
    'recall@10',
    'of own vectors',
    'nDCG@10',
    'exact',
    'difference',
    'date',
  ]
  const rows = measured.map(({ model, set, vectors, byCodes, isCoded, date, ...more }) => {
    const about = [model, set, vectors.toLocaleString('en')]
    if (!isCoded) return [...about, '', 'exact', 'exact', byCodes.toFixed(4), '', '', date]
    const { questions = 0, recall = Number.NaN, ownRecall = Number.NaN, exact = Number.NaN } = more
    const shares = [recall.toFixed(4), ownRecall.toFixed(4)]
    const gains = [byCodes, exact, byCodes - exact].map((value) => value.toFixed(4))
    return [...about, `${questions}`, ...shares, ...gains, date]
  })
  const made = measured.flatMap(({ model, set, joined }) =>
    joined ? [`\n\`${set}\` with ${model} has the documents of ${joined.join(', ')}.`] : [],
  )
  return [...renderTable([header, ...rows]), ...made].join('\n')
}

/**
 * Replaces what was measured of the same models and sets before.
 * @param {readonly MeasuredCodes[]} earlier
 * @param {readonly MeasuredCodes[]} measured
 * @returns {MeasuredCodes[]} by model, the sets with fewer vectors first
 */
export function withRecalls(earlier, measured) {
  const isAgain = (/** @type {MeasuredCodes} */ one) =>
    measured.some(({ model, set }) => model === one.model && set === one.set)
  return [...earlier.filter((one) => !isAgain(one)), ...measured].toSorted(
    (a, b) => a.model.localeCompare(b.model) || a.vectors - b.vectors,
  )
}
