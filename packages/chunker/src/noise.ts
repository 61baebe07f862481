import { isBlank, type Span } from './lines.js'

/**
 * The text with U+FEFF, which is white space, in place of data that is not text, of the same length: data URIs, long or wrapped base64
 * and hexadecimal numbers, minified code, the ends of very long addresses. Takes linear time.
 */
export function withoutNoise(text: string): string {
  if (text.length <= maxPiece) return cleanPiece(text)
  let clean = ''
  for (let end = 0; clean.length < text.length;) {
    const from = end
    end = Math.min(from + maxPiece, text.length)
    const lineEnd = text.lastIndexOf('\n', end - 1) + 1
    if (end < text.length && lineEnd > from) end = lineEnd
    clean += cleanPiece(text.slice(from, end))
  }
  return clean
}

/** In UTF-16 units. The engine cannot match a pattern with a run of some million characters. */
const maxPiece = 2 ** 21

function cleanPiece(text: string): string {
  const withRuns = text.includes('data:') ? text.replace(dataUri, (found) => blank(found)) : text
  return withRuns
    .replace(run, (found) => (isDense(found) ? blank(found) : found))
    .replace(longAddress, (found) => found.slice(0, addressStart) + blank(found.slice(addressStart)))
    .replace(wrapped, (found) => (digests.test(found) || !isDense(found) ? found : blank(found)))
    .replace(longLine, (found) => (isMinified(found) ? blank(found) : found))
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
      const from = (index === startLine - 1 && startColumn) || 1
      const to = (index === endLine - 1 && endColumn) || line.length
      left[index] =
        from === 1 && to === line.length ? '' : line.slice(0, from - 1).padEnd(to) + line.slice(to)
    }
  }
  const leftLines = lines.flatMap((line, index) => (line === left[index] && !isBlank(line) ? [index] : []))
  const frontMatterLines = leftLines.filter((index) => index < firstLine).length
  const characters = left.slice(firstLine).join('').replace(/\s+/g, '').length
  return { frontMatterLines, lines: leftLines.length - frontMatterLines, characters }
}

const sentence = /(?:^|\s)[A-Za-z]{2,16} [A-Za-z]{2,16}[ .,]/
const markLine = /^[\s>]*(?:[-*+](?:[ \t]+\[.?\])?[ \t]*|(?:`{3,}|~{3,}).*)$/gmu

/** For a class: the letters of scripts without spaces and Korean, and full-width marks. They end an address. */
export const unspaced = String.raw`\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3000-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef`
const mime = String.raw`data:\w+\/[\w.+-]+[;,]`
const dataUri = new RegExp(
  String.raw`<\w[^<>\n]*${mime}[^<>\n]{16,}>|"${mime}[^"\n]{48,}"|'${mime}[^'\n]{48,}'|(?:^[ \t]*\[[^\]\n]*\]:\s*)?[(<]*${mime}[^\s"'<>()\x60${unspaced}]{16,}[)>]*`,
  'gimu',
)
const run = /(?<![\w+/-])[\w+/-]{140,}={0,2}[)>"'\]]*/g
const longAddress = new RegExp(String.raw`://(?:(?![a-z]{2,9}://)[^\s"'<>()[\]${unspaced}]){300,}`, 'g')
const addressStart = 200
const wrapped =
  /^[ \t>]*[A-Za-z0-9+/]{60,}={0,2}[ \t]*\n(?:[ \t>]*[A-Za-z0-9+/]{2,}={0,2}[ \t]*(?:\n|$(?![^])))+|(?:^[ \t>]*[0-9A-Fa-f]{32,59}[ \t]*(?:\n|$(?![^]))){8,}/gm
/** Up to eight digests; more lines are a dump. */
const digests = /^(?:[\s>]*(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?=\s|$)){1,8}\s*$/i
const longLine = /^.{500,}$/gm

/** Whether letters of either case and digits alternate as they do in data, but not in names. */
function isDense(data: string): boolean {
  return (data.match(/\d(?=\D)|[a-z](?=[^a-z])|[A-Z](?=[^A-Z])/g)?.length ?? 0) > data.length * 0.35
}

/** Prose has more spaces, and data no braces, or names in quotes. A line of tags with no text between them counts as a whole. */
function isMinified(line: string): boolean {
  const words = line.replace(/<\/?[a-z][\w-]*(?:\s[^<>{}]*)?\/?>/gi, '').trim()
  const share = (pattern: RegExp) => ((words || line).match(pattern)?.length ?? 0) / (words || line).length
  if (share(/ /g) > 1 / 11 || /\]\(http|[\u3040-\u9fff]/u.test(line)) return false
  if (share(/[{}:;,="&!<>+*]/g) < 1 / 13) return false
  return words === '' || (share(/[{}]/g) > Math.max(1 / 300, share(/["'] ?:/g)) && share(/[();=]/g) > 1 / 40)
}
