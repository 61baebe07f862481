/** Questions are answered in a few milliseconds: two digits of them count. @param {number} milliseconds */
function digits(milliseconds) {
  const decimals = milliseconds < 10 && !Number.isInteger(milliseconds) ? 1 : 0
  return milliseconds.toFixed(milliseconds < 1 ? 2 * decimals : decimals)
}

/** @param {import('./measure.js').Result} result @returns {(value: number) => string} */
function amountOf({ unit }) {
  return unit === 'memory' ? formatMegabytes : formatTime
}

/** @param {number} megabytes */
export function formatMegabytes(megabytes) {
  return `${digits(megabytes)} MB`
}

/** In milliseconds, from a thousand on in seconds. @param {number} milliseconds */
export function formatTime(milliseconds) {
  return milliseconds < 1000 ? `${digits(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

/** @param {readonly number[]} values */
function row(values) {
  return values.map(digits).join(' ')
}

/**
 * A bound, and what it comes to where it depends on the baseline.
 * @param {import('./measure.js').Result} result
 */
function boundText(result) {
  const { factor, extra } = result.bound
  const amount = amountOf(result)
  if (factor === 0) return amount(result.limit)
  return `${factor} × baseline${extra > 0 ? ` + ${amount(extra)}` : ''} = ${amount(result.limit)}`
}

/**
 * What was measured where, in lines.
 * @param {{ machine: string, node: string, date: string, runs: number, corpus: { files: number, bytes: number } }} head
 */
export function renderHeader({ machine, node, date, runs, corpus }) {
  return [
    `${machine}, Node ${node}, ${date}`,
    `${corpus.files} files, ${(corpus.bytes / 1e6).toFixed(2)} MB; medians of ${runs} interleaved runs`,
    '',
  ].join('\n')
}

/**
 * A result with its raw rows, in lines.
 * @param {import('./measure.js').Result} result
 */
export function renderResult(result) {
  const { name, what, comparedWith, subject, baseline, ratio, slack, isWithin, rows, phases = {} } = result
  const amount = amountOf(result)
  const where = Object.entries(phases).toSorted(([, a], [, b]) => b - a)
  const verdict = isWithin
    ? `kept, ${amount(slack)} to spare`
    : `BROKEN, ${amount(-slack)} ${result.unit === 'memory' ? 'too much' : 'too slow'}`
  return [
    `${name}: ${amount(subject)}, ${ratio.toFixed(2)} × the baseline's ${amount(baseline)}`,
    `  bound ${boundText(result)}: ${verdict}`,
    `  subject   ${what}`,
    `            ${row(rows.map((each) => each.subject))}`,
    `  baseline  ${comparedWith}`,
    `            ${row(rows.map((each) => each.baseline))}`,
    ...secondLines(result),
    ...(where.length > 0 ? ['  where the time of the subject goes, under the profiler:'] : []),
    ...where.map(([phase, milliseconds]) => `${milliseconds.toFixed(1).padStart(12)} ms  ${phase}`),
    '',
  ].join('\n')
}

/** The second baseline, if there is one. @param {import('./measure.js').Result} result */
function secondLines(result) {
  const { alsoComparedWith, secondBaseline, subject, rows } = result
  if (alsoComparedWith === undefined || secondBaseline === undefined) return []
  return [
    `  and       ${alsoComparedWith}: ${amountOf(result)(secondBaseline)}, the subject takes ${(subject / secondBaseline).toFixed(2)} × as long`,
    `            ${row(rows.flatMap((each) => each.secondBaseline ?? []))}`,
  ]
}
