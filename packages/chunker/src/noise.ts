import { isBlank, type Span } from './lines.js'

/**
 * The text with U+FEFF, which is white space, in place of data that is not text, of the same length: data URIs, long or wrapped base64
 * and hexadecimal numbers, minified code, the ends of very long addresses. Takes linear time.
 */
export function withoutNoise(text: string): string {
  const withRuns = text.includes('data:') ? text.replace(dataUri, (found) => blank(found)) : text
  return (hasRun(withRuns) ? withoutRuns(withRuns) : withRuns)
    .replace(wrapped, (found) => (digests.test(found) || !isDense(found) ? found : blank(found)))
    .replace(longLine, (found) => (isMinified(found) ? blank(found) : found))
}

/** Whether there are 140 characters without a space; much faster than the patterns. */
function hasRun(text: string): boolean {
  for (let at = runLength; at < text.length + runLength; at += runLength) {
    const [before, after] = [text.lastIndexOf(' ', at - 1), text.indexOf(' ', at)]
    if ((after < 0 ? text.length : after) - before > runLength) return true
  }
  return false
}

function withoutRuns(text: string): string {
  return text
    .replace(run, (found) => (isDense(found) ? blank(found) : found))
    .replace(longAddress, (found) => found.slice(0, addressStart) + blank(found.slice(addressStart)))
}

/** The text with white space in place of all characters but line ends. */
export function blank(text: string, space = '\uFEFF'): string {
  return text.includes('\n') ? text.replace(/[^\n]/g, space) : space.repeat(text.length)
}

/** Whether a text has words or signs beyond noise, empty list items, rules and the marks of fences. */
export function hasWords(text: string): boolean {
  return sentence.test(text) || /[^\s!-/:-@[-`{-~]/u.test(withoutNoise(text).replace(markLine, ''))
}

/**
 * Counts what none of the chunks contains: lines with text above `firstLine`, which is the front matter, and from there on; and characters
 * other than white space, also in lines of which a part is in a chunk.
 */
export function countLeftOut(lines: readonly string[], firstLine: number, chunks: readonly Span[]) {
  const left = [...lines]
  for (const { startLine, endLine, startColumn, endColumn } of chunks) {
    for (let index = startLine - 1; index < endLine; index++) {
      const line = left[index] ?? ''
      const from = index === startLine - 1 ? (startColumn ?? 1) - 1 : 0
      const to = index === endLine - 1 ? (endColumn ?? line.length) : line.length
      left[index] = line.slice(0, from) + ' '.repeat(to - from) + line.slice(to)
    }
  }
  const all = lines.map((line, index) => line === left[index] && !isBlank(line))
  const count = (isLeft: readonly boolean[]) => isLeft.filter(Boolean).length
  const characters = left.slice(firstLine).join('').replace(/\s+/g, '').length
  return { frontMatterLines: count(all.slice(0, firstLine)), lines: count(all.slice(firstLine)), characters }
}

const sentence = /(?:^|\s)[A-Za-z]{2,16} [A-Za-z]{2,16}[ .,]/
const markLine = /^[\s>]*(?:[-*+](?:[ \t]+\[.?\])?[ \t]*|(?:`{3,}|~{3,}).*)$/gmu

const mime = String.raw`data:\w+\/[\w.+-]+[;,]`
const dataUri = new RegExp(
  String.raw`<\w[^<>\n]*${mime}[^<>\n]{16,}>|"${mime}[^"\n]{48,}"|'${mime}[^'\n]{48,}'|(?:^[ \t]*\[[^\]\n]*\]:\s*)?[(<]*${mime}[^\s"'<>()\x60]{16,}[)>]*`,
  'gimu',
)
const runLength = 140
const run = /(?<![\w+/-])[\w+/-]{140,}={0,2}[)>"'\]]*/g
const longAddress = /:\/\/[^\s"'<>()[\]]{300,}/g
const addressStart = 200
const wrapped =
  /^[ \t>]*[A-Za-z0-9+/]{60,}={0,2}[ \t]*\n(?:[ \t>]*[A-Za-z0-9+/]{2,}={0,2}[ \t]*(?:\n|$(?![^])))+/gm
const digests = /^\s*(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})\s/i
const longLine = /^.{500,}$/gm

/** Whether letters of either case and digits alternate as they do in data, but not in names. */
function isDense(data: string): boolean {
  return (data.match(/\d(?=\D)|[a-z](?=[^a-z])|[A-Z](?=[^A-Z])/g)?.length ?? 0) > data.length * 0.35
}

/** Prose has more spaces or fewer marks. */
function isMinified(line: string): boolean {
  if (line.split(' ').length > line.length / 11 || /\]\(http|[\u3040-\u9fff]/u.test(line)) return false
  return (line.match(/[{}:;,="&!<>+*]/g)?.length ?? 0) > line.length / 13
}
