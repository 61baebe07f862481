/**
 * The page about the sizes: a drawing and a table of what was measured.
 * @param {readonly import('./draw-scale.js').Measured[]} measured
 * @returns {string} Markdown
 */
export function renderScale(measured) {
  const rows = measured.map(
    ({ name, chunks, subject, baseline, machine, node, date }) =>
      `| \`${name}\` | ${chunks.toLocaleString('en')} | ${time(subject)} | ${time(baseline)} | ${(subject / baseline).toFixed(2)} | ${machine}, Node ${node}, ${date} |`,
  )
  return `# How times grow with size

Written by \`pnpm bench:scale\`; the raw rows are in [results/scale.json](results/scale.json). What each benchmark measures, and its baseline: [README](README.md). Notes and
vectors are synthetic; a chunk of \`vector-search\` has three vectors, and sizes count vectors.

![Times against sizes](results/scale.svg)

| benchmark | chunks or vectors | subject | baseline | ratio | measured on |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

/** @param {number} milliseconds */
function time(milliseconds) {
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`
}
