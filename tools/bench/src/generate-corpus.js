import { createRandom } from './random.js'
import { createVocabulary } from './vocabulary.js'

/**
 * @typedef {object} Note a generated file
 * @property {string} path relative, with forward slashes
 * @property {string} title
 * @property {string} text Markdown
 */

/** A note grows block by block until it has as many bytes as was drawn from this range: 1,250 on average. */
const leastBytes = 300
const mostBytes = 1910
const notesPerFolder = 50
/** One block in so many is Chinese. */
const blocksPerIdeographic = 12

/** @typedef {{ random: import('./random.js').Random, vocabulary: import('./vocabulary.js').Vocabulary }} Source */

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** @param {Source} source @param {number} count */
function phrase({ random, vocabulary }, count) {
  return Array.from({ length: count }, () => random.pickEarly(vocabulary.words)).join(' ')
}

/** @param {Source} source */
function sentence(source) {
  return `${capital(phrase(source, 5 + source.random.below(12)))}.`
}

/** @param {Source} source */
function paragraph(source) {
  return Array.from({ length: 2 + source.random.below(4) }, () => sentence(source)).join(' ')
}

/** @param {Source} source */
function list(source) {
  return Array.from(
    { length: 2 + source.random.below(4) },
    () => `- ${phrase(source, 3 + source.random.below(6))}`,
  ).join('\n')
}

/** @param {Source} source */
function code(source) {
  const name = () => phrase(source, 2).replaceAll(/ (\w)/g, (_, letter) => letter.toUpperCase())
  const lines = Array.from(
    { length: 2 + source.random.below(5) },
    () => `const ${name()} = ${name()}(${source.random.below(1000)})`,
  )
  return ['```js', ...lines, '```'].join('\n')
}

/** @param {Source} source */
function ideographic({ random, vocabulary }) {
  const clause = () =>
    Array.from({ length: 4 + random.below(5) }, () => random.pickEarly(vocabulary.ideographic)).join('')
  return Array.from({ length: 2 + random.below(3) }, () => `${clause()}，${clause()}。`).join('')
}

/** @param {Source} source */
function block(source) {
  if (source.random.below(blocksPerIdeographic) === 0) return ideographic(source)
  return source.random.pick([paragraph, paragraph, paragraph, list, code])(source)
}

/** @param {Source} source @param {string} title */
function markdown(source, title) {
  const limit = leastBytes + source.random.below(mostBytes - leastBytes)
  let text = `# ${title}\n`
  for (let blocks = 0; Buffer.byteLength(text) < limit; blocks += 1) {
    const heading = blocks > 0 && blocks % 3 === 0 ? `\n## ${capital(phrase(source, 3))}\n` : ''
    text += `${heading}\n${block(source)}\n`
  }
  return text
}

/**
 * Notes with headings, paragraphs, lists, code and some Chinese, 1.25 kB each on average: the same ones each time,
 * and the first n of them whatever their number.
 * @param {number} count
 * @returns {Note[]}
 */
export function generateCorpus(count) {
  const random = createRandom(20_260_211)
  const source = { random, vocabulary: createVocabulary(random) }
  return Array.from({ length: count }, (_, index) => {
    const title = capital(phrase(source, 4))
    const folder = `topic-${Math.floor(index / notesPerFolder)}`
    return { path: `${folder}/note-${index}.md`, title, text: markdown(source, title) }
  })
}
