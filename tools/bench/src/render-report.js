/** @param {number} milliseconds */
function time(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

/** @param {readonly number[]} values */
function row(values) {
  return values.map((value) => value.toFixed(0)).join(' ')
}

/**
 * A bound as people write it.
 * @param {import('./benchmark-table.js').Bound} bound
 */
function formula({ factor, extra }) {
  const terms = [...(factor > 0 ? [`${factor} × baseline`] : []), ...(extra > 0 ? [time(extra)] : [])]
  return terms.join(' + ')
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
export function renderResult({
  name,
  subject,
  baseline,
  ratio,
  limit,
  slack,
  isWithin,
  bound,
  rows,
  ...texts
}) {
  return [
    `${name}: ${time(subject)}, ${ratio.toFixed(2)} × the baseline's ${time(baseline)}`,
    `  bound ${formula(bound)} = ${time(limit)}: ${isWithin ? 'kept' : 'BROKEN'}, ${time(Math.abs(slack))} ${isWithin ? 'to spare' : 'too slow'}`,
    `  subject   ${texts.what}`,
    `            ${row(rows.map((each) => each.subject))}`,
    `  baseline  ${texts.comparedWith}`,
    `            ${row(rows.map((each) => each.baseline))}`,
    '',
  ].join('\n')
}
