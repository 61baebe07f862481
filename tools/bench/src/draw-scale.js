/**
 * @typedef {object} Measured what a benchmark measured at one size
 * @property {string} name
 * @property {number} chunks or vectors, of the database
 * @property {number} subject median, in milliseconds
 * @property {number} baseline median, in milliseconds
 * @property {readonly import('./statistics.js').Row[]} rows
 * @property {string} machine
 * @property {string} node
 * @property {string} date of the day
 */

const width = 760
const height = 420
const margin = { left: 70, right: 190, top: 20, bottom: 50 }
const colours = ['#0b62a4', '#d95f02', '#1b9e77', '#7570b3', '#a6761d']

/**
 * Draws times against sizes, both by powers of ten: subjects as lines, baselines dashed in the same colour.
 * @param {readonly Measured[]} measured
 * @returns {string} an SVG document
 */
export function drawScale(measured) {
  const times = measured.flatMap(({ subject, baseline }) => [subject, baseline]).filter((time) => time > 0)
  const x = axis(
    measured.map(({ chunks }) => chunks),
    [margin.left, width - margin.right],
  )
  const y = axis(times, [height - margin.bottom, margin.top])
  const names = [...new Set(measured.map(({ name }) => name))]
  const lines = names.flatMap((name, index) => {
    const rows = measured.filter((one) => one.name === name)
    const colour = colours[index % colours.length] ?? 'black'
    return [
      line(
        rows.map(({ chunks, subject }) => [x.at(chunks), y.at(subject)]),
        colour,
        false,
      ),
      line(
        rows.map(({ chunks, baseline }) => [x.at(chunks), y.at(baseline)]),
        colour,
        true,
      ),
      `<line x1="${width - margin.right + 12}" y1="${36 + 22 * index}" x2="${width - margin.right + 36}" y2="${36 + 22 * index}" stroke="${colour}" stroke-width="2"/>`,
      text([width - margin.right + 42, 40 + 22 * index], name, 'start'),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...x.ticks.map((tick) => grid([x.at(tick), y.range[0]], [x.at(tick), y.range[1]])),
    ...y.ticks.map((tick) => grid([x.range[0], y.at(tick)], [x.range[1], y.at(tick)])),
    ...x.ticks.map((tick) =>
      text([x.at(tick), height - margin.bottom + 18], tick.toLocaleString('en'), 'middle'),
    ),
    ...y.ticks.map((tick) => text([margin.left - 8, y.at(tick) + 4], `${tick} ms`, 'end')),
    text(
      [(margin.left + width - margin.right) / 2, height - 10],
      'chunks or vectors; dashed: the baseline',
      'middle',
    ),
    ...lines,
    '</svg>\n',
  ].join('\n')
}

/** A scale of powers of ten. @param {readonly number[]} values @param {readonly [number, number]} range in the drawing */
function axis(values, range) {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    range,
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    at: (/** @type {number} */ value) =>
      range[0] + ((Math.log10(value) - first) / (last - first)) * (range[1] - range[0]),
  }
}

/** @param {readonly (readonly number[])[]} points @param {string} colour @param {boolean} isDashed */
function line(points, colour, isDashed) {
  const path = points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${isDashed ? ' stroke-dasharray="4 4"' : ''}/>`
}

/** @param {readonly [number, number]} from @param {readonly [number, number]} to */
function grid(from, to) {
  return `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="#ddd"/>`
}

/** @param {readonly [number, number]} at @param {string} words @param {'start' | 'middle' | 'end'} anchor */
function text([x, y], words, anchor) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`
}
